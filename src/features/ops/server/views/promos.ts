import { opsActions } from '#features/ops/contract.ts'
import type { PromoRow } from '#features/store/cart/server/public.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { currencies } from '#shared/currency.ts'
import { html } from 'hono/html'
import { type FieldProblems, fieldProblem, fieldState } from './fields.ts'
import { dataTable, type Markup, money, moment } from './markup.ts'

/** The typed values, by the field's name. */
export type PromoValues = Readonly<Record<string, string>>

/** What is wrong with each field. */
export const promoProblems: FieldProblems = {
  code: 'A code has 4 to 32 letters and digits.',
  percent: 'A percentage is a whole number from 1 to 100.',
  ...Object.fromEntries(currencies.map((each) => [`amount-${each}`, `Write the amount in ${each} as 5 or 5.50.`])),
  usesAtMost: 'The number of orders in all is a whole number.',
  perMemberAtMost: 'The number of orders of one member is a whole number.',
  startsAt: 'This is not a date and time.',
  endsAt: 'This is not a date and time.',
}

type PromoPage = { now: number; values: PromoValues; problems: FieldProblems }

export function promoPage(promos: readonly PromoRow[], older: string | null, page: PromoPage): Markup {
  return html`${
    promos.length === 0
      ? html`<p>There is no code yet.</p>`
      : html`<p>
            Newest first. A use is an order that was placed with the code and has neither failed nor expired. Codes are never
            changed: end one and make another.
          </p>
          ${promoTable(promos, page.now)}`
  }
  ${older ? html`<p><a href="${older}">Older</a></p>` : null} ${promoForm(page)}`
}

const promoTable = (promos: readonly PromoRow[], now: number) =>
  dataTable(
    'Promo codes',
    ['Code', 'Takes off', 'Uses', 'Per member', 'From', 'Until', ''],
    promos.map(({ code, percent, amounts, uses, usesAtMost, perMemberAtMost, startsAt, endsAt }) => {
      const isOver = endsAt !== null && endsAt <= now
      return html`<tr>
        <th scope="row"><code>${code}</code></th>
        <td>${percent === null ? amountsText(amounts) : `${percent} %`}</td>
        <td>${uses} of ${usesAtMost ?? 'any number'}</td>
        <td>${perMemberAtMost ?? 'any number'}</td>
        <td>${startsAt === null ? 'always' : moment(startsAt)}</td>
        <td>${endsAt === null ? 'no end' : html`${moment(endsAt)}${isOver ? ', over' : null}`}</td>
        <td>
          ${
            isOver
              ? null
              : html`<form method="post" action="${addressOf(opsActions.endPromo, { code })}" class="row">
                  <button class="danger">End<span class="unseen"> ${code}</span></button>
                </form>`
          }
        </td>
      </tr>`
    }),
  )

const amountsText = (amounts: PromoRow['amounts']) =>
  currencies.flatMap((currency) => (amounts?.[currency] === undefined ? [] : [money(amounts[currency], currency)])).join(', ')

function promoForm({ values, problems }: PromoPage): Markup {
  const field = (name: string, label: string, attributes: Markup, hint: 'hint' | 'no hint' = 'no hint') =>
    html`<label for="${name}">${label}</label>${fieldProblem(name, problems)}<input
        id="${name}"
        name="${name}"
        value="${values[name] ?? ''}"
        autocomplete="off"
        ${attributes}
        ${fieldState(name, problems, hint)}
      />`
  return html`<h2>New code</h2>
    <form method="post" action="${opsActions.createPromo.path}">
      ${field('code', 'Code', html` required`, 'hint')}
      <p class="hint" id="code-hint">4 to 32 letters and digits. People may type it in small letters, with spaces and hyphens.</p>
      <fieldset>
        <legend>What it takes off: a percentage or amounts</legend>
        ${field('percent', 'Percent, 1 to 100', html` inputmode="numeric"`)}
        <p class="hint">Or off the whole cart, such as 5 or 5.50. In a currency without an amount the code takes nothing off.</p>
        <div class="amounts">
          ${currencies.map((currency) => html`<div>${field(`amount-${currency}`, currency, html` inputmode="decimal"`)}</div>`)}
        </div>
      </fieldset>
      ${field('usesAtMost', 'Orders in all, at most', html` inputmode="numeric"`, 'hint')}
      <p class="hint" id="usesAtMost-hint">1 for a code of single use; empty without a limit.</p>
      ${field('perMemberAtMost', 'Orders of one member, at most', html` inputmode="numeric"`)}
      ${field('startsAt', 'From (UTC), or empty', html` type="datetime-local"`)}
      ${field('endsAt', 'Until (UTC), or empty', html` type="datetime-local"`)}
      <button>Make the code</button>
    </form>`
}
