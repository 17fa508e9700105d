import { opsActions } from '#features/ops/contract.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { html } from 'hono/html'
import { decisionReasonLength } from '#features/reports/contract.ts'
import type { OpenedReport, ReportRow } from '#features/reports/server/public.ts'
import { mayActOn } from '#server/auth/staff-acts.ts'
import type { Staff } from '../staff.ts'
import { type FieldProblems, fieldProblem, fieldState } from './fields.ts'
import { restrictionFields, type RestrictValues } from './members.ts'
import { type Markup, moment, words } from './markup.ts'

/** The content of a refused form. `also`: ids of the ticked reports. */
export type DecisionValues = RestrictValues & { reason?: string; also?: readonly string[] }

/** Shows the decision, also to a moderator who came too late. */
export function decided({ state, decidedAt, decisionReason }: OpenedReport): Markup {
  return html`<h2>Decided</h2>
    <dl>
      <dt>Outcome</dt>
      <dd>${state === 'dismissed' ? 'dismissed: no breach of the rules' : 'acted'}</dd>
      <dt>Reason</dt>
      <dd class="written" dir="auto">${decisionReason ?? '–'}</dd>
      <dt>Decided</dt>
      <dd>${decidedAt === null ? '–' : moment(decidedAt)}</dd>
    </dl>`
}

const { min, max } = decisionReasonLength
export const reasonProblem = `Write a reason of ${min} to ${max} characters.`

type DecisionForm = { staff: Staff; report: OpenedReport; values: DecisionValues; problems: FieldProblems }

/** One form, because the reason and the ticked reports apply to every button. */
export function decisionForm({ staff, report, values, problems }: DecisionForm): Markup {
  const { reportedId: id, reportedRole: role } = report
  if (!mayActOn('decideAboutReport', staff, { id, role }))
    return html`<p class="hint">Only an operator can decide this: the reported member works on these pages.</p>`
  return html`<h2>Decide</h2>
    <form method="post" action="${addressOf(opsActions.decideAboutReport, { id: report.reportId })}">
      ${noButtonByEnter} ${report.others.length === 0 ? null : otherReports(report, values.also ?? [])}
      <label for="reason">Reason</label>
      <p class="hint" id="reason-hint">
        Shown beside the audit entry while the report is kept. Neither the reporter nor the reported member reads it. ${min} to
        ${max} characters.
      </p>
      ${fieldProblem('reason', problems)}
      <textarea
        dir="auto"
        id="reason"
        name="reason"
        rows="3"
        required
        minlength="${min}"
        maxlength="${max}"
        ${fieldState('reason', problems)}
      >
${values.reason ?? ''}</textarea>
      <button name="action" value="dismiss" data-key="1">Dismiss: no breach of the rules</button>
      ${measures(report, values, problems)}
    </form>`
}

/** Enter in a field presses a form's first button: here one without effect, because a decision cannot be undone. */
const noButtonByEnter = html`<button disabled hidden></button>`

function otherReports({ others }: OpenedReport, ticked: readonly string[]): Markup {
  return html`<fieldset>
    <legend>Decide these open reports about the same member, too</legend>
    ${others.map((other) => otherReport(other, ticked.includes(other.reportId)))}
  </fieldset>`
}

function otherReport({ reportId: id, category, source, createdAt, reporterName }: ReportRow, isTicked: boolean): Markup {
  return html`<div class="choice">
    <input type="checkbox" id="also-${id}" name="also[]" value="${id}" ${isTicked ? html` checked` : null} />
    <label for="also-${id}"
      >${words(category)}, ${source}, ${moment(createdAt)}, by ${reporterName ?? 'an account that is gone'}</label
    >
    <a href="${addressOf(opsActions.showReport, { id })}">Evidence</a>
  </div>`
}

/** The measures that the state of the member's account allows. */
function measures({ reportedRole, reportedState }: OpenedReport, values: DecisionValues, problems: FieldProblems): Markup {
  // A deleted account can be restored, and then comes back restricted.
  if (reportedRole === null) return html`<p class="hint">Their account is gone: there is no one to restrict.</p>`
  if (reportedState === 'restricted')
    return html`<h3>They are restricted already</h3>
      <p class="hint">If that restriction answers this report, too, no other is needed.</p>
      <button name="action" value="covered" data-key="2">Acted: the restriction covers it</button>`
  return html`<h3>Or restrict them</h3>
    ${restrictionFields(values, problems, null)}
    <button class="danger" name="action" value="restrict" data-key="2">Restrict, and close as acted</button>`
}
