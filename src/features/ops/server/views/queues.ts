import { opsActions } from '#features/ops/contract.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { html } from 'hono/html'
import { formatCursor, type TimeCursor } from '#db/time-cursor.ts'
import { rejectionReasons } from '#features/photos/contract.ts'
import type { listPendingPhotos } from '#features/photos/server/public.ts'
import { canDecideAppeal, type openAppeals } from '#features/restriction/server/public.ts'
import { isOpenTo, mayActOn } from '#server/auth/staff-acts.ts'
import type { WaitingFactor } from '../factor-queries.ts'
import type { WaitingPasskey } from '../passkeys/queries.ts'
import type { AuditRow, countWaiting } from '../queries.ts'
import type { Staff } from '../staff.ts'
import { figureTable, liveList } from './figures.ts'
import { passkeyQueue } from './passkeys.ts'
import { ageOf, dataTable, type Markup, moment, words } from './markup.ts'

type PendingPhoto = Awaited<ReturnType<typeof listPendingPhotos>>[number]
type OpenAppeal = Awaited<ReturnType<typeof openAppeals>>[number]

type Counts = Awaited<ReturnType<typeof countWaiting>>

type Waiting = { factors: readonly WaitingFactor[]; passkeys: readonly WaitingPasskey[] }

export function overview(staff: Staff, counts: Counts, { factors, passkeys }: Waiting, now: number): Markup {
  const left = staff.factor?.recoveryCodesLeft ?? 0
  return html`<p>Signed in as <bdi>${staff.firstName}</bdi>, ${staff.role}.</p>
    <ul>
      <li>
        <a href="${opsActions.showReports.path}">Reports that wait: ${counts.reports.total}</a>${oldestOf(counts.reports, now)}
      </li>
      <li><a href="${opsActions.showPhotos.path}">Photos that wait: ${counts.photos.total}</a>${oldestOf(counts.photos, now)}</li>
      <li>
        <a href="${opsActions.showVerifications.path}">Verifications that wait: ${counts.verifications.total}</a
        >${oldestOf(counts.verifications, now)}
      </li>
      <li>
        <a href="${opsActions.showAppeals.path}">Appeals that wait: ${counts.appeals.total}</a>${oldestOf(counts.appeals, now)}
      </li>
      <li>
        <a href="${opsActions.showMessages.path}">Messages that wait: ${counts.messages.total}</a
        >${oldestOf(counts.messages, now)}
      </li>
      ${
        isOpenTo('showMail', staff.role)
          ? html`<li>
                <a href="${opsActions.showMail.path}">Emails that were not sent: ${counts.emails.total}</a
                >${oldestOf(counts.emails, now)}
              </li>
              <li>
                <a href="${opsActions.showPayments.path}">Differences between provider and orders: ${counts.differences.total}</a
                >${oldestOf(counts.differences, now)}
              </li>
              <li>
                <a href="${opsActions.showPayments.path}">Payments with the wrong money: ${counts.problems.total}</a
                >${oldestOf(counts.problems, now)}
              </li>`
          : null
      }
    </ul>
    ${
      isOpenTo('showPayments', staff.role) && counts.differences.total > 0
        ? html`<p class="problem" role="alert">
            The payment provider and the orders do not agree. <a href="${opsActions.showPayments.path}">See the differences</a>
          </p>`
        : null
    }
    ${isOpenTo('showSecurity', staff.role) && counts.alarms.length > 0 ? alarmTable(counts.alarms) : null}
    ${isOpenTo('showSecurity', staff.role) ? html`${liveList(counts.live)}${figureTable(counts.figures)}` : null}
    <p>Recovery codes left: ${left}. <a href="${opsActions.showPasskeys.path}">Passkeys as second factor</a></p>
    ${factors.length === 0 ? null : factorQueue(factors)} ${passkeys.length === 0 ? null : passkeyQueue(passkeys)}`
}

const oldestOf = ({ oldest }: Counts['reports'], now: number) =>
  oldest === null ? null : html`, the oldest for ${ageOf(oldest, now)}`

function alarmTable(alarms: Counts['alarms']): Markup {
  return html`<h2>Jobs that keep failing</h2>
    <p class="problem" role="alert">
      Each has failed at every run since then, three times at least. The log says why; docs/operations/watch.md says what they do.
      A job that succeeds is gone from here.
    </p>
    ${dataTable(
      'Jobs that keep failing',
      ['Job', 'Failures in a row', 'Since', 'Last'],
      alarms.map(
        ({ job, failures, since, lastAt }) =>
          html`<tr>
            <th scope="row"><code>${job}</code></th>
            <td>${failures}</td>
            <td>${moment(since)}</td>
            <td>${moment(lastAt)}</td>
          </tr>`,
      ),
    )}`
}

function factorQueue(factors: readonly WaitingFactor[]): Markup {
  return html`<h2>Second factors that wait</h2>
    <p>
      Ask each of them, in person or by telephone, whether they have set it up. Refuse what is not theirs, and end their sessions.
    </p>
    ${factors.map(
      ({ memberId, firstName, role, enrolledAt }) =>
        html`<article>
          <h3>
            <a href="${addressOf(opsActions.showMember, { id: memberId })}"><bdi>${firstName}</bdi></a
            >, ${role}
          </h3>
          <p>${moment(enrolledAt)}</p>
          <form method="post" action="${addressOf(opsActions.decideAboutFactor, { id: memberId })}" class="row">
            <input type="hidden" name="at" value="${enrolledAt}" />
            <button name="decision" value="accept">Accept</button>
            <button name="decision" value="refuse" class="danger">Refuse</button>
          </form>
        </article>`,
    )}`
}

/** `isLater`: the list begins after a case that was decided just now. */
export const orderOf = (isLater: boolean): Markup =>
  isLater ? html`<p>The next one, then the newer ones, then those that you have left.</p>` : html`<p>Oldest first.</p>`

type PhotoQueue = { photos: readonly PendingPhoto[]; isLater: boolean; addressOf: (photoKey: string) => string }

export function photoQueue(staff: Staff, { photos, isLater, addressOf }: PhotoQueue): Markup {
  if (photos.length === 0) return html`<p>No photo waits for a decision.</p>`
  return html`${orderOf(isLater)} ${photos.map((photo) => photoItem(staff, photo, addressOf(photo.photoKey)))}`
}

/** Shown instead of the forms to staff who may not decide. */
export const decidedByOthers = (staff: Staff, memberId: string): Markup =>
  html`<p>${memberId === staff.id ? 'Your own: somebody else decides.' : 'Of a colleague: an operator decides.'}</p>`

function photoItem(staff: Staff, photo: PendingPhoto, address: string): Markup {
  const { photoId, memberId, firstName, role, width, height, uploadedAt } = photo
  const cursor = cursorField({ at: uploadedAt, id: photoId })
  const decide = !mayActOn('decideAboutPhoto', staff, { id: memberId, role })
    ? decidedByOthers(staff, memberId)
    : html`<form method="post" action="${addressOf(opsActions.decideAboutPhoto, { id: photoId })}">
          ${cursor}
          <button name="decision" value="approved" data-key="1">Approve</button>
        </form>
        <form method="post" action="${addressOf(opsActions.decideAboutPhoto, { id: photoId })}">
          ${cursor}
          <label for="reason-${photoId}" data-choice="2">Reason for rejecting</label>
          <select id="reason-${photoId}" name="reason" data-key="2">
            ${rejectionReasons.map((reason) => html`<option value="${reason}">${words(reason)}</option>`)}
          </select>
          <button class="danger" name="decision" value="rejected" data-key="3">Reject</button>
        </form>`
  return html`<article class="case" data-case tabindex="-1">
    <div class="evidence">
      <img src="${address}" alt="Photo of ${firstName}" width="${width}" height="${height}" />
    </div>
    <div class="decision">
      <h2>
        <a href="${addressOf(opsActions.showMember, { id: memberId })}"><bdi>${firstName}</bdi></a>
      </h2>
      <p>${moment(uploadedAt)}</p>
      ${decide}
    </div>
  </article>`
}

/** With a decision, so that the list goes on after this case. */
export const cursorField = (cursor: TimeCursor): Markup =>
  html`<input type="hidden" name="after" value="${formatCursor(cursor)}" />`

type AppealQueue = { appeals: readonly OpenAppeal[]; isLater: boolean }

export function appealQueue(staff: Staff, { appeals, isLater }: AppealQueue): Markup {
  if (appeals.length === 0) return html`<p>No appeal waits for a decision.</p>`
  return html`${orderOf(isLater)} ${appeals.map((appeal) => appealItem(staff, appeal))}`
}

function appealItem(staff: Staff, appeal: OpenAppeal): Markup {
  const { id, memberId, firstName, role, rule, facts, until, createdAt, appealText, appealedAt } = appeal
  const isTheirs = mayActOn('decideAboutAppeal', staff, { id: memberId, role })
  const decide =
    isTheirs && canDecideAppeal(staff.id, appeal)
      ? html`<form method="post" action="${addressOf(opsActions.decideAboutAppeal, { id })}">
          ${cursorField({ at: appealedAt ?? createdAt, id })}
          <button name="outcome" value="lifted" data-key="1">Lift the restriction</button>
          <button name="outcome" value="upheld" class="danger" data-key="2">Keep the restriction</button>
        </form>`
      : html`<p>
          ${isTheirs ? 'You restricted this member: somebody else decides about the appeal.' : 'Of a colleague: an operator decides.'}
        </p>`
  const evidence = html`<dl>
    <dt>Rule</dt>
    <dd>${words(rule)}</dd>
    <dt>Facts</dt>
    <dd class="written" dir="auto">${facts}</dd>
    <dt>Restricted</dt>
    <dd>${moment(createdAt)}</dd>
    <dt>Until</dt>
    <dd>${until === null ? 'no end date' : moment(until)}</dd>
    <dt>Appeal of</dt>
    <dd>${appealedAt === null ? null : moment(appealedAt)}</dd>
    <dt>Appeal</dt>
    <dd class="written" dir="auto">${appealText}</dd>
  </dl>`
  return html`<article class="case" data-case tabindex="-1">
    <div class="evidence">
      <h2>
        <a href="${addressOf(opsActions.showMember, { id: memberId })}"><bdi>${firstName}</bdi></a>
      </h2>
      ${evidence}
    </div>
    <div class="decision">${decide}</div>
  </article>`
}

export function auditTable(rows: readonly AuditRow[], older: string | null): Markup {
  if (rows.length === 0) return html`<p>Nothing has been done yet.</p>`
  return html`${dataTable(
    'Audit log',
    ['When', 'Who', 'What', 'Subject', 'Detail'],
    rows.map(
      (row) =>
        html`<tr>
          <td>${moment(row.at)}</td>
          <td>${row.actorName ?? row.actorId}</td>
          <td>${row.action}</td>
          <td>
            ${subjectLink(row)}
            <code>${row.subjectId}</code>
          </td>
          <td>${detailText(row)}</td>
        </tr>`,
    ),
  )}
  ${older ? html`<p><a href="${older}">Older</a></p>` : null}`
}

function subjectLink({ subjectKind, subjectId }: AuditRow): Markup | string {
  if (subjectKind === 'member') return html`<a href="${addressOf(opsActions.showMember, { id: subjectId })}">member</a>`
  if (subjectKind === 'report') return html`<a href="${addressOf(opsActions.showReport, { id: subjectId })}">report</a>`
  if (subjectKind === 'order') return html`<a href="${addressOf(opsActions.showOrder, { id: subjectId })}">order</a>`
  if (subjectKind === 'contact-message')
    return html`<a href="${addressOf(opsActions.showMessage, { id: subjectId })}">message</a>`
  return words(subjectKind)
}

const detailText = ({ detail, reason }: AuditRow) =>
  Object.entries(reason === null ? detail : { ...detail, reason })
    .map(([name, value]) => `${name}: ${value ?? '–'}`)
    .join(', ')
