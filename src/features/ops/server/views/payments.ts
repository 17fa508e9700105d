import { opsActions } from '#features/ops/contract.ts'
import type { DifferenceKind, PaymentReview } from '#features/store/settlement/server/public.ts'
import { addressOf } from '#shared/routing/address-of.ts'
import { html } from 'hono/html'
import { noteLength } from '../schemas.ts'
import { type FieldProblems, fieldProblem, fieldState } from './fields.ts'
import { ageOf, dataTable, type Markup, money, moment } from './markup.ts'

type Row = PaymentReview['open'][number]

/** What each difference means, and what to do about it. */
const texts: Record<DifferenceKind, { what: (ours: string, theirs: string) => string; cure: string }> = {
  'missing-order': {
    what: (_, theirs) => `The provider was paid ${theirs}, and there is no such order here.`,
    cure: 'Was D1 restored? Then write the order again from the export, or pay the money back at the provider.',
  },
  amount: {
    what: (ours, theirs) => `The order’s total is ${ours}, and the provider was paid ${theirs}. Nothing was granted.`,
    cure: 'Pay it back at the provider.',
  },
  currency: {
    what: (ours, theirs) =>
      `The order’s total is ${ours}, and the provider was paid ${theirs} in another currency. Nothing was granted.`,
    cure: 'Pay it back at the provider.',
  },
  'paid-twice': {
    what: (_, theirs) => `The order was paid a second time: ${theirs}.`,
    cure: 'Pay this payment back at the provider.',
  },
  'paid-not-granted': {
    what: (_, theirs) => `The provider was paid ${theirs}, and what was bought was not granted.`,
    cure: 'Open the order and ask the provider again; the log says why that failed before.',
  },
  'granted-not-paid': {
    what: (ours) => `${ours} counts as paid here, and the provider has no such payment.`,
    cure: 'Look for the payment at the provider. If there is none, keep the rows for a correction of ours.',
  },
  refund: {
    what: (ours, theirs) => `We have decided to pay back ${ours}, and the provider has paid back ${theirs}.`,
    cure: 'Paid back at the provider by hand: close this, or refund the order here. Less than we decided: pay back the rest there.',
  },
  dispute: {
    what: (_, theirs) => `The payer’s bank disputes ${theirs}, and the order does not say so.`,
    cure: 'Open the order and ask the provider again.',
  },
}

/** The note of a refused closing. `isWrong`: the note itself was refused. */
export type TypedNote = { id: string; note: string; isWrong: boolean }

export const noteProblem = `Write what was done in ${noteLength.min} to ${noteLength.max} characters.`

type ReviewPage = { now: number; typed: TypedNote | undefined; problems: FieldProblems }

export function paymentReview({ open, past, problems, runs }: PaymentReview, page: ReviewPage): Markup {
  return html`<h2>Differences</h2>
    ${
      open.length === 0
        ? html`<p>The provider and the orders agree.</p>`
        : html`<p class="problem" role="alert">The provider and the orders do not agree. Oldest first, 100 at most.</p>
            ${open.map((row) => openDifference(row, page))}`
    }
    <h2>Payments with the wrong money</h2>
    ${problems.length === 0 ? html`<p>None.</p>` : problemTable(problems)}
    <h2>Comparisons</h2>
    <p>
      Once a day, soon after midnight (UTC), the cron compares the payments of the last 16 days at the provider with the orders.
      What it can settle, it settles; the rest stands above until it is put right, or closed by an operator.
    </p>
    ${runs.length === 0 ? html`<p>None so far.</p>` : runTable(runs)} ${past.length === 0 ? null : pastTable(past)}`
}

function openDifference(row: Row, { now, typed, problems }: ReviewPage): Markup {
  const { id, kind, orderId, sessionId, foundAt } = row
  return html`<article>
    <h3>${whatOf(row)}</h3>
    <p>${texts[kind].cure}</p>
    <dl>
      <dt>Order</dt>
      <dd>${orderLink(kind, orderId)}</dd>
      <dt>Session</dt>
      <dd><code>${sessionId}</code></dd>
      <dt>Found</dt>
      <dd>${moment(foundAt)}, ${ageOf(foundAt, now)} ago</dd>
    </dl>
    <form method="post" action="${addressOf(opsActions.closeDifference, { id })}">
      <label for="note-${id}">What was done about it</label>
      ${fieldProblem(`note-${id}`, problems)}
      <textarea
        dir="auto"
        id="note-${id}"
        name="note"
        rows="2"
        required
        minlength="${noteLength.min}"
        maxlength="${noteLength.max}"
        ${fieldState(`note-${id}`, problems, 'no hint')}
      >
${typed?.id === id ? typed.note : ''}</textarea>
      <button>Close</button>
    </form>
  </article>`
}

/** If the provider's amount is in another currency, it is shown without a currency. */
function whatOf({ kind, ours, theirs, currency }: Row): string {
  const theirAmount = kind === 'currency' ? (theirs / 100).toFixed(2) : money(theirs, currency)
  return texts[kind].what(money(ours, currency), theirAmount)
}

const orderLink = (kind: DifferenceKind, orderId: string) =>
  kind === 'missing-order'
    ? html`<code>${orderId}</code>`
    : html`<a href="${addressOf(opsActions.showOrder, { id: orderId })}"><code>${orderId}</code></a>`

const problemTable = (problems: PaymentReview['problems']) =>
  html`<p>Nothing was granted for them. Pay each back at the provider: its order has failed then, and is gone from here.</p>
    ${dataTable(
      'Payments with the wrong money',
      ['Seen', 'Order', 'Wrong', 'The order’s total', 'Payment'],
      problems.map(
        ({ updatedAt, orderId, problem, total, currency, intentId, sessionId }) =>
          html`<tr>
            <td>${moment(updatedAt)}</td>
            <th scope="row">
              <a href="${addressOf(opsActions.showOrder, { id: orderId })}"><code>${orderId}</code></a>
            </th>
            <td>${problem}</td>
            <td>${money(total, currency)}</td>
            <td><code>${intentId ?? sessionId}</code></td>
          </tr>`,
      ),
    )}`

const runTable = (runs: PaymentReview['runs']) =>
  dataTable(
    'Comparisons',
    ['Day', 'Begun', 'Done', 'Payments', 'Orders'],
    runs.map(
      ({ day, startedAt, finishedAt, payments, orders }) =>
        html`<tr>
          <th scope="row"><time datetime="${day}">${day}</time></th>
          <td>${moment(startedAt)}</td>
          <td>${finishedAt === null ? 'not yet' : moment(finishedAt)}</td>
          <td>${payments}</td>
          <td>${orders}</td>
        </tr>`,
    ),
  )

const pastTable = (past: PaymentReview['past']) =>
  html`<h2>Earlier differences</h2>
    ${dataTable(
      'Earlier differences',
      ['Found', 'Difference', 'Order', 'Became of it'],
      past.map(
        ({ difference, closedBy }) =>
          html`<tr>
            <td>${moment(difference.foundAt)}</td>
            <td>${whatOf(difference)}</td>
            <td>${orderLink(difference.kind, difference.orderId)}</td>
            <td>
              ${
                difference.closedAt === null
                  ? html`put right, ${moment(difference.endedAt ?? difference.seenAt)}`
                  : html`closed by ${closedBy ?? 'an operator'}, ${moment(difference.closedAt)}<br /><span
                        class="written"
                        dir="auto"
                        >${difference.note}</span
                      >`
              }
            </td>
          </tr>`,
      ),
    )}`
