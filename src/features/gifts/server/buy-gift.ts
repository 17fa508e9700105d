import { and, eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { orderLines, orders, payments } from '#db/schema.ts'
import type { PaymentProvider } from '#features/store/server/public.ts'
import { settlePayment } from '#features/store/settlement/server/public.ts'
import type { Env } from '#server/env.ts'
import { notFound } from '#shared/errors.ts'
import { giftKinds } from '#shared/realtime/gift-kind.ts'
import type { BoughtGift } from '../contract.ts'
import { commitGift, deliverGift } from './send-gift.ts'

/** An order placed for a gift; the order contains the conversation. */
async function findGiftOrder(db: Database, memberId: string, key: string) {
  const [found] = await db
    .select({
      id: orders.id,
      state: orders.state,
      conversationId: orders.giftConversationId,
      line: orderLines.id,
      kind: orderLines.kind,
      sessionId: payments.sessionId,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.memberId, memberId), eq(orders.idempotencyKey, key)))
  const kind = giftKinds.find((known) => known === found?.kind)
  return found?.conversationId && kind ? { ...found, conversationId: found.conversationId, kind } : null
}

/**
 * Sends a gift that was bought for a conversation, as soon as its payment is confirmed. The gift's id is the order's, so one
 * order sends at most one gift. It takes the order's own unit, so no other unit is sent if that one was sent in another way.
 */
export async function claimGift(
  env: Env,
  { db, provider, now }: { db: Database; provider: PaymentProvider | null; now: number },
  memberId: string,
  key: string,
): Promise<BoughtGift> {
  const order = await findGiftOrder(db, memberId, key)
  if (!order) throw notFound()
  const { id, kind: gift, conversationId, sessionId, line } = order
  const isOpen = order.state === 'pending'
  const state = isOpen && provider && sessionId ? await settlePayment(db, provider, { sessionId }, now) : order.state
  if (state === 'pending') return { state: 'waiting', gift }
  if (state !== 'fulfilled') return { state: 'unpaid', gift }
  const committed = await commitGift(db, { id, fromId: memberId, conversationId, kind: gift }, now, line)
  if (committed === 'forbidden') return { state: 'owned', gift }
  if (committed === 'none-left') return { state: 'sent', gift }
  return { state: (await deliverGift(env, committed, now)) === 'sent' ? 'sent' : 'owned', gift }
}
