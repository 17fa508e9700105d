import type { PaymentFacts } from './payment-facts.ts'

/**
 * States of an order; a cart has none yet. `pending`: placed, and the payment provider was asked to collect. `fulfilled`: paid
 * and granted. `disputed`: the payer's bank demands the money back; what was granted is frozen until that is decided.
 */
export const orderStates = ['pending', 'paid', 'fulfilled', 'refunded', 'failed', 'expired', 'disputed'] as const
export type OrderState = (typeof orderStates)[number]

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
