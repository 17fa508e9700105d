import type { Database } from '#db/database.ts'
import { warn } from '#server/log.ts'
import { AppError, notFound } from '#shared/errors.ts'
import type { OrderState } from '#features/store/order-state.ts'
import type { PaymentAnswer } from '#features/store/payment-facts.ts'
import { planSettlement } from '../settlement.ts'
import type { PaymentProvider, PaymentReference, ProviderEvent } from '#features/store/server/payment/provider.ts'
import { readOrder, type EventId } from '#features/store/orders/server/public.ts'
import { refundAfterDeletion } from '#features/store/refunds/server/public.ts'
import { listPaidAfterDeletion } from './paid-after-deletion.ts'
import { toSettled, writeSettlement } from './settle-queries.ts'

/**
 * Maximum number of parallel writers of one order that may interfere before this event is left to the provider's next delivery.
 */
const mostTries = 30

type Fetched = { sessionId: string | null; intentId: string | null; answer: PaymentAnswer }

/**
 * Settles the payment that an event names. A repeat of a settled event changes nothing; an order that is not ours is ignored.
 * Returns the order's id.
 */
export async function settleEvent(
  db: Database,
  provider: PaymentProvider,
  event: ProviderEvent,
  now: number,
): Promise<string | null> {
  const eventId = { provider: provider.name, id: event.id, type: event.type }
  const fetchAgain = () => provider.fetchPayment(event.about)
  const first = await fetchAgain()
  if (!first) return null
  const settled = await settle(db, first.orderId, { event: eventId, first, fetchAgain, now })
  await refundIfDeleted(db, provider, settled, { orderId: first.orderId, now })
  return first.orderId
}

/** As `settleEvent`, without an event: for the page to which a payer returns, the cron and operators. */
export async function settlePayment(
  db: Database,
  provider: PaymentProvider,
  about: PaymentReference,
  now: number,
): Promise<OrderState | null> {
  const fetchAgain = () => provider.fetchPayment(about)
  const first = await fetchAgain()
  if (!first) return null
  const settled = await settle(db, first.orderId, { event: null, first, fetchAgain, now })
  await refundIfDeleted(db, provider, settled, { orderId: first.orderId, now })
  return settled?.state ?? null
}

/** A payment that arrives after its member has deleted the account grants nothing, and goes back. */
async function refundIfDeleted(
  db: Database,
  provider: PaymentProvider,
  settled: Settled | null,
  { orderId, now }: { orderId: string; now: number },
): Promise<void> {
  if (!settled?.isOfDeleted) return
  for (const paid of await listPaidAfterDeletion(db, { orderId })) await refundAfterDeletion(db, provider, paid.orderId, now)
}

/**
 * Settles an order whose checkout was never opened: `paid` if the total is zero, else `expired`, because no payer has its URL. A
 * payment that arrives nevertheless counts.
 */
export async function settleUnopened(
  db: Database,
  orderId: string,
  status: 'paid' | 'expired',
  now: number,
): Promise<OrderState> {
  const read = await readOrder(db, orderId, null)
  if (!read || (status === 'paid' && read.order.total !== 0)) throw notFound()
  const { currency, total } = read.order
  const answer: PaymentAnswer = { status, refunded: 0, dispute: 'none', disputes: 0, amount: total, currency }
  const first = { sessionId: null, intentId: null, answer }
  const settled = await settle(db, orderId, { event: null, first, fetchAgain: async () => first, now })
  return settled?.state ?? read.order.state
}

/** `isOfDeleted`: the order's member has deleted the account. */
type Settled = { state: OrderState; isOfDeleted: boolean }
type Settle = { event: EventId | null; first: Fetched; fetchAgain: () => Promise<Fetched | null>; now: number }

/** Reads, decides, writes; repeats with a fresh answer if something has changed in between. Null if there is no such order. */
async function settle(db: Database, orderId: string, { event, first, fetchAgain, now }: Settle): Promise<Settled | null> {
  let fetched: Fetched | null = first
  for (let tries = 0; tries < mostTries && fetched; tries++) {
    const read = await readOrder(db, orderId, event)
    if (!read) return null
    const { isOfDeleted } = read
    if (read.isSettled) return { state: read.order.state, isOfDeleted }
    const { sessionId, intentId, answer } = fetched
    const plan = planSettlement({ order: toSettled(read), known: read.payment, answer, ledger: read.ledger, now })
    if (plan.problem) warn('store-payment', new Error(`the ${plan.problem} is not the order's`))
    if (await writeSettlement(db, { read, plan, references: { sessionId, intentId }, event, now }))
      return { state: plan.state, isOfDeleted }
    fetched = await fetchAgain()
  }
  throw new AppError('The order changes too fast', { status: 503, code: 'unavailable' })
}
