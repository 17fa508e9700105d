import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import { orders, payments } from '#db/schema.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { findProvider } from '#features/store/server/payment/choose.ts'
import { noteAsked, sendNews } from '#features/store/orders/server/public.ts'
import { sendRefunds } from '#features/store/refunds/server/public.ts'
import { settlePayment, settleUnopened } from './settle-order.ts'

/** After this time, a pending order's payment is fetched, because its event may have been lost. */
const pendingMs = 60 * 60_000
const mostOrders = 20

/**
 * Cron: requests refunds that the provider has not accepted, fetches payments whose events have not arrived, and sends unsent
 * news.
 */
export async function finishPayments(env: Env, now: number): Promise<Finished> {
  // Only a checkout's URL needs the request's origin, and none is opened here.
  const origin = env.PUBLIC_ORIGIN || 'http://localhost'
  const provider = findProvider(env, origin)
  if (!provider) return { rows: 0, failed: 0 }
  const db = openDatabase(env.DB)
  const refunded = await sendRefunds(db, provider, null, now)
  const settled = await finishEach('payments', await listPending(db, now), async ({ orderId, sessionId, total }) => {
    await noteAsked(db, orderId, now)
    if (sessionId !== null) await settlePayment(db, provider, { sessionId }, now)
    else await settleUnopened(db, orderId, total === 0 ? 'paid' : 'expired', now)
  })
  const news = await sendNews(env, { origin, orderId: null, now })
  const all = [refunded, settled, news]
  return { rows: all.reduce((sum, { rows }) => sum + rows, 0), failed: all.reduce((sum, { failed }) => sum + failed, 0) }
}

/** Those fetched longest ago come first: each fetch updates `updated_at`. */
function listPending(db: Database, now: number) {
  return (
    db
      .select({ orderId: orders.id, sessionId: payments.sessionId, total: orders.total })
      .from(orders)
      .innerJoin(payments, eq(payments.orderId, orders.id))
      // A literal, not a parameter, because the index of pending orders is a partial one.
      .where(and(sql`${orders.state} = 'pending'`, lt(orders.placedAt, now - pendingMs)))
      .orderBy(asc(payments.updatedAt))
      .limit(mostOrders)
  )
}
