import { opsActions } from '#features/ops/contract.ts'
import { canBeSent, type FailedEmailRow } from '#features/mail/server/public.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { html } from 'hono/html'
import { ageOf, dataTable, type Markup, moment, words } from './markup.ts'

/** Neither recipients nor contents of the emails: the page does not know them. */
export function failedEmailTable(emails: readonly FailedEmailRow[], now: number): Markup {
  if (emails.length === 0) return html`<p>Every email has been sent.</p>`
  return html`<p>
      Newest first, 100 at most; each is removed 7 days after it failed. docs/operations/repair.md says what the errors mean and
      what to do about them.
    </p>
    ${dataTable(
      'Emails that were not sent',
      ['Email', 'Asked for', 'Last error', 'Attempts', 'Given up', 'Decision'],
      emails.map((email) => failedEmail(email, now)),
    )}`
}

function failedEmail(email: FailedEmailRow, now: number): Markup {
  const { id, kind, code, attempts, askedAt, failedAt } = email
  return html`<tr>
    <th scope="row">${words(kind)}</th>
    <td>${ageOf(askedAt, now)} ago<br />${moment(askedAt)}</td>
    <td><code>${code}</code></td>
    <td>${attempts}</td>
    <td>${moment(failedAt)}</td>
    <td>
      <form method="post" action="${addressOf(opsActions.decideAboutMail, { id })}" class="row">
        ${
          canBeSent(email, now)
            ? html`<button name="decision" value="retry">Send again</button>`
            : html`<span>It can no longer be sent.</span>`
        }
        <button name="decision" value="discard" class="danger">Discard</button>
      </form>
    </td>
  </tr>`
}
