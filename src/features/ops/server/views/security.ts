import { html } from 'hono/html'
import { type SecurityKind, securityKinds } from '#server/security-events.ts'
import { type Markup, words } from './shell.ts'

export type SecurityDay = { day: string; counts: Partial<Record<SecurityKind, number>> }

/** Days as rows, kinds as columns. */
export function securityTable(days: readonly SecurityDay[]): Markup {
  return html`<p>
      What may have been attacks, by day (UTC). docs/operations.md says what each kind means and what to do about it. The log has
      a line for each, with the account and the network as hashes.
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Security events">
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            ${securityKinds.map((kind) => html`<th scope="col">${words(kind)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${days.map(
            ({ day, counts }) =>
              html`<tr>
                <th scope="row"><time datetime="${day}">${day}</time></th>
                ${securityKinds.map((kind) => html`<td>${counts[kind] ?? 0}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}
