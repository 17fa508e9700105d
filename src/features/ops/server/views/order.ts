import { opsActions } from '#features/ops/contract.ts'
import type { RefundPart, RefundPlan } from '#features/store/refunds/server/public.ts'
import type { ReviewedOrder } from '#features/store/settlement/server/public.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { html } from 'hono/html'
import { noteLength } from '../schemas.ts'
import { type FieldProblems, fieldProblem, fieldState } from './fields.ts'
import { memberLink } from './orders.ts'
import { dataTable, type Markup, money, moment, words } from './markup.ts'

/** What may be refunded now, by part; a word says why it may not. */
const refundCauses = {
  operator: 'an operator (the audit log says who)',
  withdrawal: 'the member, as a withdrawal',
  deletion: 'the program, because it was paid after the account was deleted',
} as const

export type RefundChoices = Record<RefundPart, RefundPlan | string>
export type RefundValues = { part?: string; reason?: string }

/** What each field of a refund needs. */
export const refundProblems: FieldProblems = {
  part: 'Choose how much is paid back.',
  reason: `Write a reason of ${noteLength.min} to ${noteLength.max} characters.`,
}

type RefundPage = { choices: RefundChoices; values: RefundValues; problems: FieldProblems }

const shownEntries = 200

/** One order with everything known about it. */
export function orderPage(read: ReviewedOrder, page: RefundPage): Markup {
  const { order } = read
  return html`${orderFacts(read)}
    <h2>Lines</h2>
    ${dataTable(
      'Lines of the order',
      ['Product', 'Quantity', 'Price', 'Discount', 'Paid', 'Grants'],
      read.lines.map(
        ({ productId, quantity, unitPrice, discount, paid, units, kind }) =>
          html`<tr>
            <th scope="row">${productId}</th>
            <td>${quantity}</td>
            <td>${money(unitPrice, order.currency)}</td>
            <td>${money(discount, order.currency)}</td>
            <td>${money(paid, order.currency)}</td>
            <td>${units} ${kind === 'premium' ? 'months of premium' : `× ${kind}`}</td>
          </tr>`,
      ),
    )}
    ${paymentFacts(read)} ${refundSection(read, page)} ${eventTable(read)} ${ledgerTable(read)}`
}

function orderFacts({ order }: ReviewedOrder): Markup {
  const { currency, promoCode, paidAt } = order
  return html`<dl>
    <dt>Order</dt>
    <dd><code>${order.id}</code></dd>
    <dt>State</dt>
    <dd>${order.state}</dd>
    <dt>Receipt</dt>
    <dd>${order.receiptNumber ?? 'none: not paid'}</dd>
    <dt>Member</dt>
    <dd>${memberLink(order.memberId)}</dd>
    <dt>Placed</dt>
    <dd>${moment(order.placedAt)}</dd>
    <dt>Paid</dt>
    <dd>${paidAt === null ? 'no' : moment(paidAt)}</dd>
    <dt>Total</dt>
    <dd>
      ${money(order.total, currency)}: net ${money(order.net, currency)}, tax ${money(order.tax, currency)}
      (${order.taxRate / 100} %, ${order.country ?? 'country unknown'})
    </dd>
    <dt>Discount</dt>
    <dd>${money(order.discount, currency)}${promoCode === null ? null : html`, code <code>${promoCode}</code>`}</dd>
  </dl>`
}

function paymentFacts({ order, payment }: ReviewedOrder): Markup {
  const { provider, status, refunded, dispute, problem, sessionId, intentId, updatedAt } = payment
  return html`<h2>Payment</h2>
    ${
      problem === null
        ? null
        : html`<p class="problem">
            The ${problem} at the provider is not that of the order, so nothing was granted. Pay it back at the provider; the
            order has failed then.
          </p>`
    }
    <dl>
      <dt>Provider</dt>
      <dd>${provider}</dd>
      <dt>Session</dt>
      <dd><code>${sessionId ?? 'none: no checkout was opened'}</code></dd>
      <dt>Payment</dt>
      <dd><code>${intentId ?? '–'}</code></dd>
      <dt>Status</dt>
      <dd>${status}</dd>
      <dt>Paid back</dt>
      <dd>${money(refunded, order.currency)}</dd>
      <dt>Dispute</dt>
      <dd>${dispute}</dd>
      <dt>As of</dt>
      <dd>${moment(updatedAt)}</dd>
    </dl>
    ${
      sessionId === null
        ? null
        : html`<form method="post" action="${addressOf(opsActions.settleOrder, { id: order.id })}">
            <button class="quiet">Ask the provider again</button>
          </form>`
    }`
}

function refundSection({ order, refund }: ReviewedOrder, page: RefundPage): Markup {
  const { choices } = page
  if (refund) {
    return html`<h2>Refund</h2>
      <dl>
        <dt>Amount</dt>
        <dd>${money(refund.amount, order.currency)}</dd>
        <dt>By</dt>
        <dd>${refundCauses[refund.cause]}</dd>
        ${
          refund.reason === ''
            ? null
            : html`<dt>Reason</dt>
                <dd class="written" dir="auto">${refund.reason}</dd>`
        }
        <dt>Decided</dt>
        <dd>${moment(refund.createdAt)}</dd>
        <dt>At the provider</dt>
        <dd>${refund.acceptedAt === null ? 'not yet: it is asked every five minutes' : moment(refund.acceptedAt)}</dd>
      </dl>`
  }
  return html`<h2>Refund</h2>
    ${
      typeof choices.whole === 'string'
        ? html`<p>Nothing can be paid back now: ${words(choices.whole)}.</p>`
        : refundForm(order, page)
    }`
}

function refundForm({ id, currency }: ReviewedOrder['order'], { choices, values, problems }: RefundPage): Markup {
  const choice = (part: RefundPart, label: string) => {
    const plan = choices[part]
    const isOpen = typeof plan !== 'string'
    const isChosen = isOpen && (values.part ?? 'whole') === part
    return html`<div class="choice">
      <input
        type="radio"
        id="part-${part}"
        name="part"
        value="${part}"
        ${isChosen ? html` checked` : null}
        ${isOpen ? null : html` disabled`}
      />
      <label for="part-${part}">${label}: ${isOpen ? money(plan.amount, currency) : words(plan)}</label>
    </div>`
  }
  return html`<form method="post" action="${addressOf(opsActions.refundOrder, { id })}">
    <fieldset id="part" ${problems['part'] === undefined ? null : html` aria-describedby="part-problem"`}>
      <legend>How much</legend>
      ${choice('whole', 'The whole payment')} ${choice('unused', 'What is unused')} ${fieldProblem('part', problems)}
    </fieldset>
    <label for="reason">Reason</label>
    <p class="hint" id="reason-hint">
      For other operators, and for the member who asks for their data. Name nobody. ${noteLength.min} to ${noteLength.max}
      characters.
    </p>
    ${fieldProblem('reason', problems)}
    <textarea
      dir="auto"
      id="reason"
      name="reason"
      rows="3"
      required
      minlength="${noteLength.min}"
      maxlength="${noteLength.max}"
      ${fieldState('reason', problems)}
    >
${values.reason ?? ''}</textarea>
    <button>Show what this does</button>
  </form>`
}

export type RefundAsked = { part: RefundPart; reason: string; plan: RefundPlan }

/** The second step: the amount and what is taken back, before anything happens. */
export function refundConfirmation({ order }: ReviewedOrder, { part, reason, plan }: RefundAsked): Markup {
  const { amount, entries, endedBoosts } = plan
  const taken = entries.map(({ kind, units }) => (kind === 'premium' ? 'the rest of premium' : `${-units} × ${kind}`))
  return html`<p>Order <code>${order.id}</code>, paid with ${money(order.total, order.currency)}. This cannot be undone.</p>
    <dl>
      <dt>Paid back</dt>
      <dd><strong>${money(amount, order.currency)}</strong>, ${part === 'whole' ? 'the whole payment' : 'what is unused'}</dd>
      <dt>Taken back</dt>
      <dd>${taken.length === 0 ? 'nothing: all of it is used' : taken.join(', ')}</dd>
      ${
        part === 'whole'
          ? html`<dt>Boosts that end</dt>
              <dd>${endedBoosts.length === 0 ? 'none was activated' : `those of ${endedBoosts.length} that run or wait`}</dd>`
          : null
      }
      <dt>Reason</dt>
      <dd class="written" dir="auto">${reason}</dd>
    </dl>
    <form method="post" action="${addressOf(opsActions.refundOrder, { id: order.id })}">
      <input type="hidden" name="part" value="${part}" />
      <input type="hidden" name="reason" value="${reason}" />
      <input type="hidden" name="amount" value="${amount}" />
      <button class="danger">Pay back ${money(amount, order.currency)}</button>
    </form>
    <p><a href="${addressOf(opsActions.showOrder, { id: order.id })}">Back to the order, without a refund</a></p>`
}

function eventTable({ events }: ReviewedOrder): Markup {
  return html`<h2>Events of the provider</h2>
    ${
      events.length === 0
        ? html`<p>None was settled.</p>`
        : dataTable(
            'Events of the provider',
            ['Settled', 'Type', 'Id'],
            events.map(
              ({ settledAt, type, id }) =>
                html`<tr>
                  <td>${moment(settledAt)}</td>
                  <td>${type}</td>
                  <td><code>${id}</code></td>
                </tr>`,
            ),
          )
    }`
}

/** The whole ledger of the order's member, newest first; lines of this order are highlighted. */
function ledgerTable({ order, lines, ledger }: ReviewedOrder): Markup {
  const own = new Set(lines.map(({ id }) => id))
  const isOwn = (source: string) => own.has(source) || own.has(source.slice(0, source.lastIndexOf(':')))
  const shown = ledger.toReversed().slice(0, shownEntries)
  return html`<h2>Ledger of the member</h2>
    ${
      order.memberId === null
        ? html`<p>It went with the account.</p>`
        : ledger.length === 0
          ? html`<p>Nothing was granted so far.</p>`
          : html`<p>
                ${ledger.length > shownEntries ? html`The newest ${shownEntries} of ${ledger.length} entries. ` : null}Newest
                first; entries of this order are in bold.
              </p>
              ${dataTable(
                'Ledger of the member',
                ['Nº', 'When', 'What', 'Units', 'Entry', 'Cause'],
                shown.map(({ seq, createdAt, kind, units, sourceKind, sourceId }) => {
                  return html`<tr>
                    <td>${seq}</td>
                    <td>${moment(createdAt)}</td>
                    <td>${isOwn(sourceId) ? html`<strong>${kind}</strong>` : kind}</td>
                    <td>${units > 0 ? `+${units}` : `−${-units}`}</td>
                    <td>${words(sourceKind)}</td>
                    <td><code>${sourceId}</code></td>
                  </tr>`
                }),
              )}`
    }`
}
