import { numberFormat } from '#shared/intl/formats.ts'
import { html } from 'hono/html'

/** Escaped markup, made by hono's `html` tag. */
export type Markup = ReturnType<typeof html>

/** A moment in UTC, to the minute. */
export function moment(at: number): Markup {
  const iso = new Date(at).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}

/** A table that scrolls within its own region. `rows`: its `tr`s. */
export function dataTable(label: string, columns: readonly string[], rows: readonly Markup[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

const minuteMs = 60_000

/** How long something has been waiting: minutes, then hours, then days. */
export function ageOf(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / minuteMs))
  const hours = Math.floor(minutes / 60)
  if (hours < 1) return `${minutes} min`
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

const twoDecimals = 100

/** Minor units as money; all currencies of the store have two decimals. */
export const money = (amount: number, currency: string) =>
  numberFormat('en-GB', { style: 'currency', currency }).format(amount / twoDecimals)

/** A key of a list as words: `fake-profile` → 'fake profile'. */
export const words = (key: string) => key.replaceAll('-', ' ')
