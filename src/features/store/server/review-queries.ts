import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isBehindSql, type TimeCursor } from '#db/time-cursor.ts'
import { members, orders, paymentDifferences, payments, providerEvents, reconciliations } from '#db/schema.ts'
import { readBatch } from '#db/read-batch.ts'
import { auditStatement } from '#features/audit/server/public.ts'
import type { OrderState } from '../order-state.ts'
import { readOrder } from './settle-queries.ts'

/** What operators look for: an order's id, a receipt's number, a member's id or nothing; in one state or any. */
export type OrderSearch = { find: string; state: OrderState | null }

/** Orders, the newest first, after the cursor. */
export async function listOrders(
  db: Database,
  { find, state }: OrderSearch,
  { cursor, limit }: { cursor: TimeCursor | null; limit: number },
) {
  return db
    .select({
      id: orders.id,
      at: orders.placedAt,
      state: orders.state,
      memberId: orders.memberId,
      receiptNumber: orders.receiptNumber,
      currency: orders.currency,
      total: orders.total,
      problem: payments.problem,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(
      and(foundSql(find), state === null ? undefined : eq(orders.state, state), isBehindSql(orders.placedAt, orders.id, cursor)),
    )
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(limit)
}
export type OrderRow = Awaited<ReturnType<typeof listOrders>>[number]

function foundSql(find: string): SQL | undefined {
  if (find === '') return undefined
  if (/^\d{1,12}$/.test(find)) return eq(orders.receiptNumber, Number(find))
  return sql`(${orders.id} = ${find} or ${orders.memberId} = ${find})`
}

/** Everything about one order: what a settlement reads, and the events that were settled. */
export async function readReviewedOrder(db: Database, orderId: string) {
  const [read, events] = await Promise.all([
    readOrder(db, orderId, null),
    db
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.orderId, orderId))
      .orderBy(asc(providerEvents.settledAt), asc(providerEvents.id)),
  ])
  return read && { ...read, events }
}
export type ReviewedOrder = NonNullable<Awaited<ReturnType<typeof readReviewedOrder>>>

/** Writes the audit entry of what an operator did with an order that changes nothing by itself. */
export async function noteOrder(
  db: Database,
  actorId: string,
  orderId: string,
  { action, now }: { action: 'order.opened' | 'order.settled'; now: number },
): Promise<void> {
  await db.batch([auditStatement(db, { actorId, action, subjectKind: 'order', subjectId: orderId }, now)])
}

/** Rows of each list on the page of payments. */
const mostReviewed = 100

const openSql = sql`ended_at is null and closed_at is null`

/** What the provider and we do not agree about, payments with a problem, and the newest comparisons. */
export async function readPaymentReview(db: Database) {
  return readBatch(db, {
    open: db.select().from(paymentDifferences).where(openSql).orderBy(asc(paymentDifferences.foundAt)).limit(mostReviewed),
    past: db
      .select({ difference: paymentDifferences, closedBy: members.firstName })
      .from(paymentDifferences)
      .leftJoin(members, eq(members.id, paymentDifferences.closedBy))
      .where(sql`${paymentDifferences.endedAt} is not null or ${paymentDifferences.closedAt} is not null`)
      .orderBy(desc(paymentDifferences.foundAt))
      .limit(mostReviewed),
    problems: db
      .select({
        orderId: payments.orderId,
        problem: sql<'amount' | 'currency'>`${payments.problem}`,
        sessionId: payments.sessionId,
        intentId: payments.intentId,
        updatedAt: payments.updatedAt,
        state: orders.state,
        currency: orders.currency,
        total: orders.total,
      })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(sql`${payments.problem} is not null`)
      .orderBy(asc(payments.updatedAt))
      .limit(mostReviewed),
    runs: db.select().from(reconciliations).orderBy(desc(reconciliations.day)).limit(7),
  })
}
export type PaymentReview = Awaited<ReturnType<typeof readPaymentReview>>

/** For a batch: payments whose money is not their order's. */
export function problemsStatement(db: Database) {
  return db
    .select({ total: sql<number>`count(*)`, oldest: sql<number | null>`min(${payments.updatedAt})` })
    .from(payments)
    .where(sql`problem is not null`)
}

/** Closes a difference that an operator has dealt with, with its audit entry. False where it is not open any more. */
export async function closeDifference(
  db: Database,
  { id, note, actorId, now }: { id: string; note: string; actorId: string; now: number },
): Promise<boolean> {
  const isOpen = sql`exists (select 1 from ${paymentDifferences} where id = ${id} and ${openSql})`
  const entry = { actorId, action: 'difference.closed', subjectKind: 'payment', subjectId: id } as const
  const [, closed] = await db.batch([
    auditStatement(db, entry, now, isOpen),
    db.all(sql`update ${paymentDifferences} set closed_at = ${now}, closed_by = ${actorId}, note = ${note}
      where id = ${id} and ${openSql} returning id`),
  ])
  return closed.length > 0
}
