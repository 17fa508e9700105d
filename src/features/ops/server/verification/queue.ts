import { html } from 'hono/html'
import { opsActions } from '#features/ops/contract.ts'
import { refusals, type openWaitingVerifications } from '#features/photos/server/public.ts'
import { mayActOn } from '#server/auth/staff-acts.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import type { Staff } from '../staff.ts'
import { type Markup, moment, words } from '../views/markup.ts'
import { cursorField, decidedByOthers, orderOf } from '../views/queues.ts'

type Waiting = Awaited<ReturnType<typeof openWaitingVerifications>>[number]
type Queue = { waiting: readonly Waiting[]; isLater: boolean; photoAddressOf: (photoKey: string) => string }

export function verificationQueue(staff: Staff, { waiting, isLater, photoAddressOf }: Queue): Markup {
  if (waiting.length === 0) return html`<p>No verification is waiting for a decision.</p>`
  return html`${orderOf(isLater)}
    <p>
      Compare the person in both pictures, and the pose. A picture that is still undecided after 48 hours is deleted. Each time a
      picture is shown, that is logged.
    </p>
    ${waiting.map((each) => verificationItem(staff, each, photoAddressOf(each.photoKey)))}`
}

function verificationItem(staff: Staff, row: Waiting, photoAddress: string): Markup {
  const { verificationId, memberId, firstName, role, pose, uploadedAt, width, height } = row
  const isTheirs = mayActOn('decideAboutVerification', staff, { id: memberId, role })
  const action = addressOf(opsActions.decideAboutVerification, { id: verificationId })
  const cursor = cursorField({ at: uploadedAt ?? 0, id: verificationId })
  const decide = isTheirs
    ? html`<form method="post" action="${action}">
          ${cursor}
          <button name="decision" value="approved" data-key="1">Verify</button>
        </form>
        <form method="post" action="${action}">
          ${cursor}
          <label for="reason-${verificationId}" data-choice="2">Reason for refusing</label>
          <select id="reason-${verificationId}" name="reason" data-key="2">
            ${refusals.map((reason) => html`<option value="${reason}">${words(reason)}</option>`)}
          </select>
          <button class="danger" name="decision" value="refused" data-key="3">Refuse</button>
        </form>
        <form method="post" action="${action}">
          ${cursor}
          <button class="quiet" name="decision" value="again" data-key="4">Ask for another pose</button>
          <p class="hint">Does not count as a try.</p>
        </form>`
    : decidedByOthers(staff, memberId)
  // Only whoever may decide gets the picture.
  const picture = isTheirs
    ? html`<figure>
        <img
          src="${addressOf(opsActions.showVerificationPicture, { id: verificationId })}"
          alt="Picture that ${firstName} took for the challenge"
          loading="lazy"
        />
        <figcaption>For the challenge: ${words(pose)}</figcaption>
      </figure>`
    : null
  return html`<article class="case" data-case tabindex="-1">
    <div class="evidence">
      <div class="pictures">
        <figure>
          <img src="${photoAddress}" alt="Main photo of ${firstName}" width="${width}" height="${height}" loading="lazy" />
          <figcaption>Main photo</figcaption>
        </figure>
        ${picture}
      </div>
    </div>
    <div class="decision">
      <h2>
        <a href="${addressOf(opsActions.showMember, { id: memberId })}"><bdi>${firstName}</bdi></a>
      </h2>
      <p>${moment(uploadedAt ?? 0)}</p>
      ${decide}
    </div>
  </article>`
}
