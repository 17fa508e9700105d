/**
 * States of an order. A cart is none yet. `pending`: placed, the payment provider has been asked. `fulfilled`: paid and granted.
 * `disputed`: the payer's bank asks the money back; what was granted is frozen until that is decided.
 */
export const orderStates = ['pending', 'paid', 'fulfilled', 'refunded', 'failed', 'expired', 'disputed'] as const
export type OrderState = (typeof orderStates)[number]

/**
 * What a provider says of a payment when it is asked: never what an event claims, since events come twice, late and in any order.
 * `refunded`: in minor units so far.
 */
export type PaymentFacts = {
  status: 'open' | 'paid' | 'failed' | 'expired'
  refunded: number
  dispute: 'none' | 'open' | 'won' | 'lost'
}

/**
 * The state of an order after its payment was looked at. What was paid once is never open, failed or expired again: answers of a
 * provider may be older than each other. `fulfilled` follows from `paid` in the batch that grants.
 */
export function stateAfter(state: OrderState, { status, dispute }: PaymentFacts): OrderState {
  if (state === 'refunded') return state
  const wasPaid = state === 'paid' || state === 'fulfilled' || state === 'disputed' || status === 'paid'
  if (!wasPaid) return status === 'open' ? state : status
  if (dispute === 'lost') return 'refunded'
  if (dispute === 'open') return 'disputed'
  return state === 'disputed' && dispute === 'won' ? 'fulfilled' : state === 'fulfilled' || state === 'disputed' ? state : 'paid'
}

/** A payment that comes after the order has expired is honoured: the money was taken. */
export const mayBePaid = (state: OrderState) => state === 'pending' || state === 'failed' || state === 'expired'
