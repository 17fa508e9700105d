import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isBehindSql, type TimeCursor } from '#db/time-cursor.ts'
import { members, orders, paymentDifferences, payments, providerEvents, reconciliations } from '#db/schema.ts'
import { readBatch } from '#db/read-batch.ts'
import { auditStatement, colleaguesLookStatement, lookStatement, type PageReader } from '#features/audit/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import type { OrderState } from '#features/store/order-state.ts'
import { readOrder } from '#features/store/orders/server/public.ts'

/** What operators search for: an order's id, a receipt number, a member's id or nothing; in one state or any. */
export type OrderSearch = { find: string; state: OrderState | null }

type OrderPart = { cursor: TimeCursor | null; limit: number }
type Reader = PageReader & { now: number }

/** Orders after the cursor, newest first, with the audit entry for viewing them in the same batch. */
export async function listOrders(db: Database, search: OrderSearch, part: OrderPart, { actorId, page, now }: Reader) {
  const ids = sql`select id from ${ordersStatement(db, search, part)}`
  const [, rows] = await db.batch([
    lookStatement(db, { actorId, action: 'orders.listed', page }, ids, now),
    ordersStatement(db, search, part),
  ])
  return rows
}

function ordersStatement(db: Database, { find, state }: OrderSearch, { cursor, limit }: OrderPart) {
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

/**
 * Everything about one order: what a settlement reads, and the events that were settled. It shows what a member has bought and
 * used, so the audit entry for viewing it is written before anything is read.
 */
export async function openOrder(db: Database, orderId: string, actorId: string, now: number) {
  const entry = { actorId, action: 'order.opened', subjectKind: 'order', subjectId: orderId } as const
  const [, events] = await db.batch([
    auditStatement(db, entry, now, sql`exists (select 1 from ${orders} where id = ${orderId})`),
    db
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.orderId, orderId))
      .orderBy(asc(providerEvents.settledAt), asc(providerEvents.id)),
  ])
  const read = await readOrder(db, orderId, null)
  return read && { ...read, events }
}
export type ReviewedOrder = NonNullable<Awaited<ReturnType<typeof openOrder>>>

/** Writes the audit entry for a settlement that an operator has requested. */
export async function noteSettled(db: Database, actorId: string, orderId: string, now: number): Promise<void> {
  const entry = { actorId, action: 'order.settled', subjectKind: 'order', subjectId: orderId } as const
  await db.batch([auditStatement(db, entry, now)])
}

/** Rows of each list on the payments page. */
const mostReviewed = 100

const openSql = sql`ended_at is null and closed_at is null`

/** For a batch: differences that no longer exist, with the first name of the operator who closed one. */
function pastDifferencesStatement(db: Database) {
  return db
    .select({ difference: paymentDifferences, closedBy: members.firstName })
    .from(paymentDifferences)
    .leftJoin(members, eq(members.id, paymentDifferences.closedBy))
    .where(sql`${paymentDifferences.endedAt} is not null or ${paymentDifferences.closedAt} is not null`)
    .orderBy(desc(paymentDifferences.foundAt))
    .limit(mostReviewed)
}

/**
 * Differences between the provider and us, payments with a problem, and the newest comparisons; with the audit entry for viewing
 * colleagues' names.
 */
export async function readPaymentReview(db: Database, { actorId, page, now }: Reader) {
  const closers = sql`select closed_by as id from ${pastDifferencesStatement(db)} where first_name is not null`
  const { look: _, ...review } = await readBatch(db, {
    look: colleaguesLookStatement(db, { actorId, page }, closers, now),
    open: db.select().from(paymentDifferences).where(openSql).orderBy(asc(paymentDifferences.foundAt)).limit(mostReviewed),
    past: pastDifferencesStatement(db),
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
  return review
}
export type PaymentReview = Awaited<ReturnType<typeof readPaymentReview>>

/** For a batch: payments whose amount or currency is not their order's. */
export function problemsStatement(db: Database) {
  return db
    .select({ total: sql<number>`count(*)`.as('total'), oldest: sql<number | null>`min(${payments.updatedAt})` })
    .from(payments)
    .where(sql`problem is not null`)
}

/** Closes a difference that an operator has resolved, with its audit entry. False if it is no longer open. */
export async function closeDifference(
  db: Database,
  { id, note, actorId, now }: { id: string; note: string; actorId: string; now: number },
): Promise<boolean> {
  const memberId = sql`(select o.member_id from ${orders} o where o.id = ${paymentDifferences}.order_id)`
  const isOurs = sql`id = ${id} and ${openSql} and ${mayActSql('closeDifference', actorId, memberId)}`
  const isOpen = sql`exists (select 1 from ${paymentDifferences} where ${isOurs})`
  const entry = { actorId, action: 'difference.closed', subjectKind: 'payment', subjectId: id } as const
  const [, closed] = await db.batch([
    auditStatement(db, entry, now, isOpen),
    db.all(sql`update ${paymentDifferences} set closed_at = ${now}, closed_by = ${actorId}, note = ${note}
      where ${isOurs} returning id`),
  ])
  return closed.length > 0
}
