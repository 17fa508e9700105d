import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { deletions, orders, payments, refunds } from '#db/schema.ts'

/** Orders of deleted accounts: one order, those of one member, or of all whose purge comes after a time (ms). */
export type OfDeleted = { orderId: string } | { memberId: string } | { purgedAfter: number }

/** Orders that were paid after the deletion, and not refunded yet. Their payments go back. */
export function listPaidAfterDeletion(db: Database, of: OfDeleted) {
  return db
    .select({ orderId: orders.id })
    .from(orders)
    .innerJoin(deletions, eq(deletions.memberId, orders.memberId))
    .where(
      and(
        isOf(of),
        eq(orders.state, 'fulfilled'),
        sql`${orders.paidAt} >= ${deletions.requestedAt} and ${orders.total} > 0
          and not exists (select 1 from ${refunds} r where r.order_id = ${orders.id})`,
      ),
    )
}

/** Orders whose payment is open. `sessionId`: null if their checkout was never opened. */
export function listPendingOfDeleted(db: Database, of: OfDeleted) {
  return db
    .select({ orderId: orders.id, sessionId: payments.sessionId })
    .from(orders)
    .innerJoin(deletions, eq(deletions.memberId, orders.memberId))
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(isOf(of), sql`${orders.state} = 'pending'`))
}

function isOf(of: OfDeleted) {
  if ('orderId' in of) return eq(orders.id, of.orderId)
  return 'memberId' in of ? eq(orders.memberId, of.memberId) : gt(deletions.purgeAt, of.purgedAfter)
}
