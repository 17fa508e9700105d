import { html } from 'hono/html'
import type { DayFigures } from '../figures/day-figures.ts'
import type { LiveCounts } from '../figures/live-counts.ts'
import { dataTable, type Markup } from './markup.ts'

/** Current counts, made for this page. */
export function liveList(counts: LiveCounts): Markup {
  return html`<h2>Now</h2>
    <p>Counted for this page; days begin at midnight, UTC.</p>
    <ul>
      ${counts.map(({ label, value }) => html`<li>${label}: ${numberOf(value)}</li>`)}
    </ul>`
}

/** Yesterday beside the mean of the seven days before, followed by each of those. */
export function figureTable({ days, figures }: DayFigures): Markup {
  const [yesterday = '', ...before] = days
  return html`<h2>The last days</h2>
    <p>
      Whole days in UTC, counted once, after midnight; a dash where nothing was counted. Requests, their errors and errors in
      browsers by build are in Analytics Engine: docs/operations/watch.md has the queries.
    </p>
    ${dataTable(
      'Figures of the last days',
      ['Figure', `Yesterday, ${shortDay(yesterday)}`, 'Mean of 7 days before', ...before.map(shortDay)],
      figures.map(
        ({ figure, values: [latest = null, ...earlier] }) =>
          html`<tr>
            <th scope="row">${capital(figure)}</th>
            <td><strong>${numberOf(latest)}</strong></td>
            <td>${numberOf(meanOf(earlier))}</td>
            ${earlier.map((value) => html`<td>${numberOf(value)}</td>`)}
          </tr>`,
      ),
    )}`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const numberFormat = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

const shortDay = (day: string) => dayFormat.format(Date.parse(day))
const numberOf = (value: number | null) => (value === null ? '–' : numberFormat.format(value))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The mean of the days that were counted; null without any. */
function meanOf(values: readonly (number | null)[]): number | null {
  const counted = values.filter((value) => value !== null)
  return counted.length === 0 ? null : counted.reduce((sum, value) => sum + value, 0) / counted.length
}
