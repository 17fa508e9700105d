import type { PaymentFacts } from './payment-facts.ts'

/**
 * States of an order. A cart is none yet. `pending`: placed, the payment provider has been asked. `fulfilled`: paid and granted.
 * `disputed`: the payer's bank asks the money back; what was granted is frozen until that is decided.
 */
export const orderStates = ['pending', 'paid', 'fulfilled', 'refunded', 'failed', 'expired', 'disputed'] as const
export type OrderState = (typeof orderStates)[number]

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
