import { opsActions } from '#features/ops/contract.ts'
import { orderStates } from '#features/store/server/public.ts'
import type { OrderRow } from '#features/store/settlement/server/public.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { html } from 'hono/html'
import { dataTable, type Markup, money, moment } from './markup.ts'

export type Search = { find: string; state: string | null }

/** The newest orders, or the search results. `older`: URL of the next page. */
export function orderTable(search: Search, orders: readonly OrderRow[], older: string | null): Markup {
  return html`${searchForm(search)}
  ${
    orders.length === 0
      ? html`<p>No such order.</p>`
      : dataTable(
          'Orders',
          ['Placed', 'Order', 'State', 'Receipt', 'Total', 'Member'],
          orders.map(({ id, at, state, problem, receiptNumber, total, currency, memberId }) => {
            return html`<tr>
              <td>${moment(at)}</td>
              <th scope="row">
                <a href="${addressOf(opsActions.showOrder, { id })}"><code>${id}</code></a>
              </th>
              <td>${state}${problem === null ? null : html`, <strong>wrong ${problem}</strong>`}</td>
              <td>${receiptNumber ?? '–'}</td>
              <td>${money(total, currency)}</td>
              <td>${memberLink(memberId)}</td>
            </tr>`
          }),
        )
  }
  ${older ? html`<p><a href="${older}">Older</a></p>` : null}`
}

export const memberLink = (memberId: string | null) =>
  memberId === null
    ? 'deleted'
    : html`<a href="${addressOf(opsActions.showMember, { id: memberId })}"><code>${memberId}</code></a>`

function searchForm({ find, state }: Search): Markup {
  return html`<form method="get" action="${opsActions.showOrders.path}">
    <label for="find">Order, receipt number or member</label>
    <p class="hint" id="find-hint">A whole id or number. The page of a member, under Members, leads to their orders.</p>
    <input id="find" name="find" autocomplete="off" value="${find}" aria-describedby="find-hint" />
    <label for="state">State</label>
    <select id="state" name="state">
      <option value="">any</option>
      ${orderStates.map((each) => html`<option value="${each}" ${each === state ? html` selected` : null}>${each}</option>`)}
    </select>
    <button>Find</button>
  </form>`
}
