import { html } from 'hono/html'
import { type SecurityKind, securityKinds } from '#server/security-events.ts'
import { dataTable, type Markup, words } from './markup.ts'

export type SecurityDay = { day: string; counts: Partial<Record<SecurityKind, number>> }

/** Days as rows, kinds as columns. */
export function securityTable(days: readonly SecurityDay[]): Markup {
  return html`<p>
      What may have been attacks, by day (UTC). docs/operations/watch.md says what each kind means and what to do about it. The
      log has a line for each, with the account and the network as hashes.
    </p>
    ${dataTable(
      'Security events',
      ['Day', ...securityKinds.map(words)],
      days.map(
        ({ day, counts }) =>
          html`<tr>
            <th scope="row"><time datetime="${day}">${day}</time></th>
            ${securityKinds.map((kind) => html`<td>${counts[kind] ?? 0}</td>`)}
          </tr>`,
      ),
    )}`
}
