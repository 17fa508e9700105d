import { html } from 'hono/html'
import type { DeletionCounts, UnfinishedPurge } from '../site/deletion-queries.ts'
import { ageOf, dataTable, type Markup, moment, words } from './markup.ts'

type Deletions = { counts: DeletionCounts; unfinished: readonly UnfinishedPurge[] }

/** Deleted accounts by what becomes of them, and the purges that are not finished. */
export function deletionTables({ counts, unfinished }: Deletions, now: number): Markup {
  const rows = [
    ['Within their 30 days', counts.coming],
    ['Due, not begun', counts.due],
    ['Running', counts.running],
    ['Failed, tried again every five minutes', counts.failed],
    ['Done in the last 30 days', counts.done],
  ] as const
  return html`<p>
      docs/data.md, &lsquo;The purge&rsquo;, says what each step does; docs/operations/repair.md what to do about errors.
    </p>
    ${dataTable(
      'Deleted accounts',
      ['State', 'Accounts'],
      rows.map(
        ([label, count]) =>
          html`<tr>
            <th scope="row">${label}</th>
            <td>${count}</td>
          </tr>`,
      ),
    )}
    ${
      unfinished.length === 0
        ? null
        : html`<h2>Purges that are not finished</h2>
            ${dataTable(
              'Purges that are not finished',
              ['Due', 'Next step', 'Attempts', 'Last error'],
              unfinished.map(
                ({ purgeAt, step, attempts, error }) =>
                  html`<tr>
                    <th scope="row">${ageOf(purgeAt, now)} ago<br />${moment(purgeAt)}</th>
                    <td>${words(step ?? '')}</td>
                    <td>${attempts}</td>
                    <td class="written">${error ?? ''}</td>
                  </tr>`,
              ),
            )}`
    }`
}
