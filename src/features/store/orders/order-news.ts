import type { OrderEvent } from '#shared/realtime/order-event.ts'
import type { OrderState } from '#features/store/order-state.ts'
import type { PaymentFacts } from '#features/store/payment-facts.ts'

type Before = { state: OrderState; paidAt: number | null }
type After = { state: OrderState; facts: Pick<PaymentFacts, 'dispute'> }

/** Returns what a settlement reports, in the order in which it happened; a late response may report several things. */
export function newsOf(before: Before, { state, facts }: After): OrderEvent[] {
  const isPaid = state === 'paid' || state === 'fulfilled' || state === 'disputed' || state === 'refunded'
  const news: OrderEvent[] = isPaid && before.paidAt === null ? ['paid'] : []
  if (state === before.state) return news
  if (state === 'failed' || state === 'disputed') return [...news, state]
  if (state === 'fulfilled' && before.state === 'disputed') return [...news, 'restored']
  if (state === 'refunded') return [...news, facts.dispute === 'lost' ? 'returned' : 'refunded']
  return news
}

/** Also reported by email: the confirmation of the contract, and of a refund. */
export const emailedEvents = ['paid', 'refunded'] as const satisfies readonly OrderEvent[]
export type EmailedEvent = (typeof emailedEvents)[number]

export function isEmailed(event: OrderEvent): event is EmailedEvent {
  return emailedEvents.some((known) => known === event)
}
