/**
 * States of an order; a cart has none yet. `pending`: placed, and the payment provider was asked to collect. `fulfilled`: paid
 * and granted. `disputed`: the payer's bank demands the money back; what was granted is frozen until that is decided.
 */
export const orderStates = ['pending', 'paid', 'fulfilled', 'refunded', 'failed', 'expired', 'disputed'] as const
export type OrderState = (typeof orderStates)[number]

/**
 * What a provider answers when it is asked about a payment; never what an event claims, because events may be late, repeated and
 * in any order. `refunded`: so far, in minor units. `disputes`: how many there were; `dispute` is the outcome of the newest.
 */
export type PaymentFacts = {
  status: 'open' | 'paid' | 'failed' | 'expired'
  refunded: number
  dispute: 'none' | 'open' | 'won' | 'lost'
  disputes: number
}

const disputeOrder = ['none', 'open', 'won', 'lost'] as const satisfies readonly PaymentFacts['dispute'][]

/** Facts only grow: an answer older than the known facts reverts nothing. */
export function mergeFacts(known: PaymentFacts, answer: PaymentFacts): PaymentFacts {
  const isSettled = known.status === 'paid' || (known.status !== 'open' && answer.status === 'open')
  const { dispute, disputes } = isLaterDispute(known, answer) ? answer : known
  return {
    status: isSettled ? known.status : answer.status,
    refunded: Math.max(known.refunded, answer.refunded),
    dispute,
    disputes,
  }
}

/** A bank may demand the money again after losing: a second dispute overrides the outcome of the first. */
const isLaterDispute = (known: PaymentFacts, answer: PaymentFacts) =>
  answer.disputes === known.disputes
    ? disputeOrder.indexOf(answer.dispute) > disputeOrder.indexOf(known.dispute)
    : answer.disputes > known.disputes

/** `refundDue`: the amount of our own refund of the order; null without one. */
export type OrderMoney = { state: OrderState; total: number; refundDue: number | null }

/**
 * The state of an order after its payment was fetched. A paid order never becomes pending, failed or expired again. It is
 * refunded once all of it, or the amount of our own refund, was paid back. `fulfilled` follows from `paid` in the batch that
 * grants.
 */
export function stateAfter({ state, total, refundDue }: OrderMoney, { status, refunded, dispute }: PaymentFacts): OrderState {
  if (state === 'refunded') return state
  const wasPaid = state === 'paid' || state === 'fulfilled' || state === 'disputed' || status === 'paid'
  if (!wasPaid) return status === 'open' ? state : status
  if (dispute === 'lost') return 'refunded'
  if (refunded > 0 && refunded >= Math.min(total, refundDue ?? total)) return 'refunded'
  if (dispute === 'open') return 'disputed'
  return state === 'disputed' && dispute === 'won' ? 'fulfilled' : state === 'fulfilled' || state === 'disputed' ? state : 'paid'
}
