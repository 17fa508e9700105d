import { opsActions } from '#features/ops/contract.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { html } from 'hono/html'
import type { EvidenceMessage } from '#features/chat/contract.ts'
import type { MessagesEvidence, ProfileEvidence, ReportSource } from '#features/reports/contract.ts'
import { evidencePhotos, type OpenedReport, type ReportRow } from '#features/reports/server/public.ts'
import type { Staff } from '../staff.ts'
import { caseColumns, caseSteps, goOn, type Steps } from './case.ts'
import type { FieldProblems } from './fields.ts'
import { decided, decisionForm, type DecisionValues } from './report-decision.ts'
import { ageOf, dataTable, type Markup, moment, words } from './markup.ts'
import { tiesPart } from './report-ties.ts'

const member = (id: string, name: string | null, state: string | null): Markup =>
  name === null
    ? html`account gone <code>${id}</code>`
    : html`<a href="${addressOf(opsActions.showMember, { id })}"><bdi>${name}</bdi></a
        >, ${state} <code>${id}</code>`

export function reportQueue(reports: readonly ReportRow[], { now, next }: { now: number; next: string | null }): Markup {
  if (reports.length === 0) return html`<p>No report waits.</p>`
  return html`<p>Oldest first. Opening one shows its evidence, and is written to the audit log.</p>
    ${dataTable(
      'Open reports',
      ['Waits for', 'About', 'Made in', 'Reported', 'Reports about them', 'Reporter'],
      reports.map(
        (report) =>
          html`<tr>
            <td>${ageOf(report.createdAt, now)}<br />${moment(report.createdAt)}</td>
            <td>
              <a data-case href="${addressOf(opsActions.showReport, { id: report.reportId })}">${words(report.category)}</a>
            </td>
            <td>${report.source}</td>
            <td>${member(report.reportedId, report.reportedName, report.reportedState)}</td>
            <td>${report.aboutThem}</td>
            <td>${member(report.reporterId, report.reporterName, report.reporterState)}</td>
          </tr>`,
      ),
    )}
    ${next ? html`<p><a href="${next}">Newer ones</a></p>` : null}`
}

const madeIn: Record<ReportSource, string> = {
  profile: 'on a profile',
  conversation: 'in a conversation',
  anonymous: 'in an anonymous chat',
  blind: 'on a blind date',
}

/** Returns the address of a photo of the profile, by its key and its position in the evidence; null if it is gone. */
type PhotoOf = (key: string, position: number) => string | null

type ReportPage = {
  staff: Staff
  /** The URL of a photo of the profile, or null if its owner has since removed it. */
  photoOf: PhotoOf
  values: DecisionValues
  problems: FieldProblems
  steps: Steps
}

export function reportPage(report: OpenedReport, { staff, photoOf, values, problems, steps }: ReportPage): Markup {
  const evidence = html`${facts(report)}
    <p class="hint">Your look at this page is in the audit log.</p>
    ${report.profile ? profilePart(report.profile, photoOf) : null}
    ${report.messages ? messagesPart(report, report.messages) : null}`
  const decision =
    report.state === 'open' ? decisionForm({ staff, report, values, problems }) : html`${decided(report)}${goOn(steps)}`
  return html`${caseSteps(steps)}${caseColumns(evidence, decision)}`
}

function facts(report: OpenedReport): Markup {
  const { category, source, text, createdAt, takenAt, pausedAt } = report
  return html`<dl>
    <dt>About</dt>
    <dd>${words(category)}</dd>
    <dt>Made</dt>
    <dd>${moment(createdAt)}, ${madeIn[source]}</dd>
    <dt>Reported</dt>
    <dd>${member(report.reportedId, report.reportedName, report.reportedState)}</dd>
    <dt>Reports about them</dt>
    <dd>${report.aboutThem}</dd>
    ${pausedAt === null ? null : pausedPart(pausedAt)}
    <dt>Reporter</dt>
    <dd>${member(report.reporterId, report.reporterName, report.reporterState)}</dd>
    <dt>In their words</dt>
    <dd class="written" dir="auto">${text === '' ? '–' : text}</dd>
    <dt>Evidence</dt>
    <dd>${takenAt === null ? 'none' : html`as it was on ${moment(takenAt)}`}</dd>
  </dl>`
}

const pausedPart = (pausedAt: number): Markup =>
  html`<dt>Anonymous chat and blind dates</dt>
    <dd>paused since ${moment(pausedAt)}, until the reports of encounters that caused it are decided</dd>`

function profilePart(profile: ProfileEvidence, photoOf: PhotoOf): Markup {
  const { firstName, age, gender, relation, photos, portrait, answers, promptAnswers = [], ties = [] } = profile
  const { about, ...facts } = answers
  return html`<article>
    <h2>The profile, as the reporter saw it</h2>
    <dl>
      <dt>Name</dt>
      <dd dir="auto">${firstName}, ${age}, ${words(gender)}</dd>
      <dt>Seen by</dt>
      <dd>${relation === 'match' ? 'a match' : 'somebody without a match'}</dd>
      ${
        portrait?.startsWith('photo:')
          ? null
          : html`<dt>Portrait</dt>
              <dd>${portrait === null ? 'none' : 'drawn'}</dd>`
      }
      ${
        about
          ? html`<dt>About</dt>
              <dd class="written" dir="auto">${about}</dd>`
          : null
      }
      ${promptAnswers.map(
        ({ prompt, text }) =>
          html`<dt>Answer: ${words(prompt)}</dt>
            <dd class="written" dir="auto">${text}</dd>`,
      )}
      ${Object.entries(facts).map(
        ([field, value]) =>
          html`<dt>${field[0]?.toUpperCase()}${words(field).slice(1)}</dt>
            <dd>${Array.isArray(value) ? value.join(', ') : String(value)}</dd>`,
      )}
    </dl>
    <div class="photos">
      ${photos.map(({ key, width, height }, index) => {
        const address = photoOf(key, index)
        return address
          ? html`<img src="${address}" alt="Photo ${index + 1} of the profile" width="${width}" height="${height}" />`
          : html`<p>Photo ${index + 1} was removed since.</p>`
      })}
    </div>
    ${ties.length > 0 ? tiesPart(ties, (photo) => photoOf(photo.key, evidencePhotos(profile).indexOf(photo))) : null}
  </article>`
}

function messagesPart(report: OpenedReport, { messages, left }: MessagesEvidence): Markup {
  const who = (id: string) => (id === report.reporterId ? 'Reporter' : id === report.reportedId ? 'Reported' : 'Somebody else')
  return html`<h2>Their newest messages</h2>
    <p>
      ${messages.length} in the order of sending${left > 0 ? `; ${left} older ones of the newest were too long to keep` : null}.
    </p>
    <ol class="messages">
      ${messages.map((message) => messageItem(report.reportId, who(message.from), message))}
    </ol>`
}

function messageItem(reportId: string, who: string, { seq, text, sentAt, editedAt, deleted, photo }: EvidenceMessage): Markup {
  const notes = [editedAt === undefined ? null : 'edited', deleted ? 'taken back before the report' : null].filter(
    (note) => note !== null,
  )
  return html`<li>
    <p><strong>${who}</strong> ${moment(sentAt)}${notes.length > 0 ? html` <em>${notes.join(', ')}</em>` : null}</p>
    ${text === '' ? null : html`<p class="written" dir="auto">${text}</p>`}
    ${
      photo
        ? photo.key === null
          ? html`<p>A photo that was not kept.</p>`
          : html`<img
              src="${addressOf(opsActions.showReportPhoto, { id: reportId, seq })}"
              alt="Photo in this message"
              width="${photo.width}"
              height="${photo.height}"
              loading="lazy"
            />`
        : null
    }
  </li>`
}
