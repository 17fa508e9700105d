import type { Database } from '#db/database.ts'
import { premiumUntil } from '#features/entitlements/contract.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { AppError, notFound } from '#shared/errors.ts'
import type { WithdrawalRefusal } from '#features/store/order-view.ts'
import { planRefund, planWithdrawal, type RefundPart, type RefundPlan } from '../withdrawal.ts'
import type { PaymentProvider } from '#features/store/server/payment/provider.ts'
import { noteAsked, readOrder, type OrderRead } from '#features/store/orders/server/public.ts'
import { acceptRefund, insertRefund, listOpenRefunds, type NewRefund } from './refund-queries.ts'

const mostTries = 10

/** `shown`: the amount that the member has confirmed; a different one is refused, because a boost was activated meanwhile. */
export type Withdrawing = { orderId: string; memberId: string; shown: number; now: number }

/** A member's withdrawal from an order. The batch is the commit point: the units are removed before the money is paid back. */
export async function withdraw(
  db: Database,
  provider: PaymentProvider,
  { orderId, memberId, shown, now }: Withdrawing,
): Promise<number> {
  return refund(db, provider, { orderId, cause: 'withdrawal', reason: '', now }, (read) => {
    if (read.order.memberId !== memberId) throw notFound()
    const plan = planWithdrawal(toRefundable(read), read.ledger, now)
    if (typeof plan !== 'string' && plan.amount !== shown)
      throw new AppError('The unused part is not what the page showed', { status: 409, code: 'withdrawal-changed' })
    return plan
  })
}

/** `shown`: the amount that the operator has confirmed. */
export type OperatorRefund = {
  orderId: string
  part: RefundPart
  shown: number
  reason: string
  actorId: string
  now: number
}

/** An operator's refund, with its entry in the audit log. */
export async function refundOrder(
  db: Database,
  provider: PaymentProvider,
  { orderId, part, shown, reason, actorId, now }: OperatorRefund,
): Promise<number> {
  const audit = { actorId, part }
  return refund(db, provider, { orderId, cause: 'operator', reason, audit, now }, (read) => {
    const plan = planRefund(toRefundable(read), part, read.ledger, now)
    if (typeof plan !== 'string' && plan.amount !== shown)
      throw new AppError('The amount is not what the page showed', { status: 409, code: 'stale' })
    return plan
  })
}

/** Pays back a whole payment that arrived after its member had deleted the account; its units are taken back first. */
export async function refundAfterDeletion(db: Database, provider: PaymentProvider, orderId: string, now: number): Promise<void> {
  await refund(db, provider, { orderId, cause: 'deletion', reason: '', now }, (read) =>
    planRefund(toRefundable(read), 'whole', read.ledger, now),
  )
}

type Asked = Pick<NewRefund, 'cause' | 'reason' | 'audit' | 'now'> & { orderId: string }

async function refund(
  db: Database,
  provider: PaymentProvider,
  asked: Asked,
  decide: (read: OrderRead) => RefundPlan | WithdrawalRefusal,
): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const read = await readOrder(db, asked.orderId, null)
    if (!read) throw notFound()
    const plan = decide(read)
    if (typeof plan === 'string') throw new AppError(`No refund: ${plan}`, { status: 409, code: 'conflict' })
    const change = { ...plan, premiumUntil: premiumUntil([...read.ledger, ...plan.entries], asked.now) }
    const id = await insertRefund(db, { ...asked, read, amount: plan.amount, change })
    if (id === null) continue
    await sendRefunds(db, provider, read.order.id, asked.now)
    return plan.amount
  }
  throw new AppError('The order changes too fast', { status: 503, code: 'unavailable' })
}

type RefundFacts = Pick<OrderRead, 'order' | 'lines' | 'payment' | 'refund'> & { manyLikes: readonly { since: number }[] }

/** The order in the form that the refund rules take. */
export const toRefundable = ({ order, lines, payment, refund: earlier, manyLikes }: RefundFacts) => ({
  state: order.state,
  paidAt: order.paidAt,
  total: order.total,
  hasRefund: earlier !== null,
  returned: payment.refunded,
  lines,
  manyLikesSince: manyLikes[0]?.since ?? null,
})

/**
 * Requests refunds that the provider has not accepted yet, of one order or (cron) of all. Each may be requested any number of
 * times, and a failed request is left to the cron, because the refund itself is already decided.
 */
export async function sendRefunds(
  db: Database,
  provider: PaymentProvider,
  orderId: string | null,
  now: number,
): Promise<Finished> {
  return finishEach(
    'refunds',
    await listOpenRefunds(db, orderId),
    async ({ id, orderId: asked, sessionId, intentId, amount }) => {
      await noteAsked(db, asked, now)
      if (sessionId === null) throw new Error('a paid order has no session')
      await provider.refund({ id, sessionId, intentId, amount })
      await acceptRefund(db, id, now)
    },
  )
}
