import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { carts, orderLines, orders, payments, sandboxPayments } from '#db/schema.ts'

/** A member's order by the key of the form that placed it, with its payment; at most one. */
export function listOwnOrder(db: Database, memberId: string, key: string) {
  return db
    .select({
      id: orders.id,
      key: orders.idempotencyKey,
      state: orders.state,
      total: orders.total,
      currency: orders.currency,
      sessionId: payments.sessionId,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.memberId, memberId), eq(orders.idempotencyKey, key)))
}

export function ownLinesStatement(db: Database, memberId: string, key: string) {
  return db
    .select({ product: orderLines.productId, quantity: orderLines.quantity })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.memberId, memberId), eq(orders.idempotencyKey, key)))
    .orderBy(asc(orderLines.position))
}

/** The order of the current cart whose payment was started and abandoned: placed again, it continues. At most one. */
export function pendingOrderStatement(db: Database, memberId: string) {
  return db
    .select({ key: orders.idempotencyKey, total: orders.total, currency: orders.currency })
    .from(orders)
    .innerJoin(carts, and(eq(carts.memberId, orders.memberId), eq(carts.revision, orders.cartRevision)))
    .where(and(eq(orders.memberId, memberId), sql`${orders.state} = 'pending'`))
    .orderBy(desc(orders.placedAt))
    .limit(1)
}

/** A payment of the sandbox, for its order's member. */
export function sandboxStatement(db: Database, memberId: string, sessionId: string) {
  return db
    .select({
      status: sandboxPayments.status,
      total: sandboxPayments.amount,
      currency: sandboxPayments.currency,
      orderKey: orders.idempotencyKey,
      giftConversation: orders.giftConversationId,
    })
    .from(sandboxPayments)
    .innerJoin(orders, eq(orders.id, sandboxPayments.orderId))
    .where(and(eq(sandboxPayments.sessionId, sessionId), eq(orders.memberId, memberId)))
}
