/**
 * States of an order. A cart is none yet. `pending`: placed, the payment provider has been asked. `fulfilled`: paid and granted.
 * `disputed`: the payer's bank asks the money back; what was granted is frozen until that is decided.
 */
export const orderStates = ['pending', 'paid', 'fulfilled', 'refunded', 'failed', 'expired', 'disputed'] as const
export type OrderState = (typeof orderStates)[number]

/**
 * What a provider says of a payment when it is asked: never what an event claims, since events come twice, late and in any order.
 * `refunded`: in minor units so far. `disputes`: how many there were; `dispute` is what became of the newest.
 */
export type PaymentFacts = {
  status: 'open' | 'paid' | 'failed' | 'expired'
  refunded: number
  dispute: 'none' | 'open' | 'won' | 'lost'
  disputes: number
}

const disputeOrder = ['none', 'open', 'won', 'lost'] as const satisfies readonly PaymentFacts['dispute'][]

/** Facts only grow: an answer that is older than what is known takes nothing back. */
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

/** A bank may ask again after it has lost: a second dispute comes after whatever became of the first. */
const isLaterDispute = (known: PaymentFacts, answer: PaymentFacts) =>
  answer.disputes === known.disputes
    ? disputeOrder.indexOf(answer.dispute) > disputeOrder.indexOf(known.dispute)
    : answer.disputes > known.disputes

/** `refundDue`: what our own refund of the order pays back; null without one. */
export type OrderMoney = { state: OrderState; total: number; refundDue: number | null }

/**
 * The state of an order after its payment was looked at. What was paid once is never open, failed or expired again. It is
 * refunded once all is paid back, or what our own refund asked for. `fulfilled` follows from `paid` in the batch that grants.
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
