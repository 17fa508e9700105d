import { opsActions } from '#features/ops/contract.ts'
import { html } from 'hono/html'
import { redirectLength } from '../site/redirect-rules.ts'
import type { RedirectRow } from '../site/redirect-queries.ts'
import { type FieldProblems, fieldProblem, fieldState } from './fields.ts'
import { dataTable, type Markup, moment } from './markup.ts'

/** The typed values. */
export type RedirectValues = { path: string; target: string }

export function redirectPage(rows: readonly RedirectRow[], values: RedirectValues, problems: FieldProblems): Markup {
  return html`<p>
      A redirect holds for every language and leads on in the visitor's own. It works within a minute. To change one, remove it
      and add another.
    </p>
    ${rows.length === 0 ? html`<p>There is none.</p>` : redirectTable(rows)}
    <h2>New redirect</h2>
    <form method="post" action="${opsActions.createRedirect.path}">
      <label for="path">Path</label>${fieldProblem('path', problems)}<input
        id="path"
        name="path"
        value="${values.path}"
        required
        maxlength="${redirectLength.path}"
        autocomplete="off"
        spellcheck="false"
        ${fieldState('path', problems)}
      />
      <p class="hint" id="path-hint">Without its language, such as /spring. It must not be a page of ours.</p>
      <label for="target">Target</label>${fieldProblem('target', problems)}<input
        id="target"
        name="target"
        value="${values.target}"
        required
        maxlength="${redirectLength.target}"
        autocomplete="off"
        spellcheck="false"
        ${fieldState('target', problems)}
      />
      <p class="hint" id="target-hint">A path of ours without its language, such as /about, or an address with https://.</p>
      <button>Add</button>
    </form>`
}

const redirectTable = (rows: readonly RedirectRow[]) =>
  dataTable(
    'Redirects',
    ['Path', 'Target', 'Since', ''],
    rows.map(
      ({ path, target, createdAt, hides }) =>
        html`<tr>
          <th scope="row"><code>${path}</code>${hides ? html` <strong>Hides a page of ours: remove it</strong>` : ''}</th>
          <td><code>${target}</code></td>
          <td>${moment(createdAt)}</td>
          <td>
            <form method="post" action="${opsActions.deleteRedirect.path}" class="row">
              <input type="hidden" name="path" value="${path}" />
              <button class="danger">Remove<span class="unseen"> ${path}</span></button>
            </form>
          </td>
        </tr>`,
    ),
  )
