import { asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { readBatch } from '#db/read-batch.ts'
import {
  boosts,
  cartLines,
  carts,
  entitlements,
  members,
  orderLines,
  orders,
  payments,
  promoUses,
  providerEvents,
  refunds,
} from '#db/schema.ts'
import { appendStatement, isLedgerSql } from '#features/entitlements/server/public.ts'
import type { Entry } from '#features/entitlements/contract.ts'
import { auditStatement } from '#features/audit/server/public.ts'
import { manyLikesStatement } from '#features/likes/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import { newId } from '#server/crypto/secrets.ts'
import { newsOf } from '../order-news.ts'
import type { SettledOrder, SettlementPlan } from '../settlement.ts'
import { newsStatements } from './orders/news-queries.ts'
import type { RefundPart } from '../withdrawal.ts'

export type EventId = { provider: 'stripe' | 'sandbox'; id: string; type: string }

/** Everything from which a settlement is decided. */
export async function readOrder(db: Database, orderId: string, event: EventId | null) {
  const memberId = sql`(select member_id from ${orders} where id = ${orderId})`
  const { order, lines, payment, refund, ledger, manyLikes, settled } = await readBatch(db, {
    order: db.select().from(orders).where(eq(orders.id, orderId)),
    lines: db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position)),
    payment: db.select().from(payments).where(eq(payments.orderId, orderId)),
    refund: db.select().from(refunds).where(eq(refunds.orderId, orderId)),
    ledger: db
      .select()
      .from(entitlements)
      .where(sql`member_id = ${memberId}`)
      .orderBy(asc(entitlements.seq)),
    manyLikes: manyLikesStatement(db, memberId),
    settled: event
      ? db
          .select({ id: providerEvents.id })
          .from(providerEvents)
          .where(sql`provider = ${event.provider} and id = ${event.id}`)
      : null,
  })
  const [found, facts] = [order[0], payment[0]]
  if (!found || !facts) return null
  return {
    order: found,
    lines,
    payment: facts,
    refund: refund[0] ?? null,
    ledger,
    manyLikes,
    isSettled: (settled ?? []).length > 0,
  }
}

export type OrderRead = NonNullable<Awaited<ReturnType<typeof readOrder>>>

/** The order in the form that the rules take. */
export const toSettled = ({ order, lines, refund }: OrderRead): SettledOrder => ({
  state: order.state,
  total: order.total,
  currency: order.currency,
  refundDue: refund?.amount ?? null,
  lines,
})

type Mark = { read: OrderRead; settlement: string; also?: SQL }

/**
 * The first statement of every batch that changes an order: it marks the order if order and ledger are still as they were read.
 * The others depend on the mark (`isMarkedSql`).
 */
function markStatement(db: Database, { read: { order, ledger }, settlement, also = sql`1` }: Mark) {
  const isSame = order.memberId === null ? sql`member_id is null` : isLedgerSql(order.memberId, ledger.length)
  return db.all<{ id: string }>(sql`
    update ${orders} set version = version + 1, settlement = ${settlement}
    where id = ${order.id} and version = ${order.version} and ${isSame} and ${also} returning id`)
}

const isMarkedSql = (orderId: string, settlement: string) =>
  sql`exists (select 1 from ${orders} where id = ${orderId} and settlement = ${settlement})`

/** Shared by the statements of one batch: its time, and the condition that the order is marked. */
type Batch = { isMarked: SQL; now: number }

type LedgerChange = { entries: readonly Entry[]; endedBoosts: readonly string[]; premiumUntil: number | null }

/** The effects of an order on its member: entries, boosts that end, the end of premium. None if the member has left. */
function memberStatements(db: Database, { order, ledger }: OrderRead, change: LedgerChange, { isMarked, now }: Batch) {
  if (order.memberId === null) return []
  return [
    appendStatement(db, { memberId: order.memberId, entries: change.entries, seen: ledger.length }, isMarked),
    // A boost that has not begun ends at its beginning.
    db.all(sql`
      update ${boosts} set ends_at = max(starts_at, ${now})
      where id in (select value from json_each(${JSON.stringify(change.endedBoosts)})) and ends_at > ${now} and ${isMarked}`),
    db.all(sql`update ${members} set premium_until = ${change.premiumUntil} where id = ${order.memberId} and ${isMarked}`),
  ]
}

export type Settling = {
  read: OrderRead
  plan: SettlementPlan
  references: { sessionId: string | null; intentId: string | null }
  event: EventId | null
  now: number
}

/** Writes a settlement in one batch. False, with nothing written, if something has changed since the read. */
export async function writeSettlement(db: Database, { read, plan, references, event, now }: Settling): Promise<boolean> {
  const { order } = read
  const settlement = newId()
  const isMarked = isMarkedSql(order.id, settlement)
  const { facts, problem, state } = plan
  const isPaid = state === 'fulfilled' || state === 'disputed' || state === 'refunded'
  const isNew = event
    ? sql`not exists (select 1 from ${providerEvents} where provider = ${event.provider} and id = ${event.id})`
    : sql`1`
  const [marked] = await db.batch([
    markStatement(db, { read, settlement, also: isNew }),
    db.all(sql`
      update ${orders} set state = ${state}, paid_at = coalesce(paid_at, ${isPaid ? now : null}),
        receipt_number = coalesce(receipt_number, ${isPaid ? sql`(select coalesce(max(receipt_number), 0) + 1 from ${orders})` : null})
      where id = ${order.id} and settlement = ${settlement}`),
    db.all(sql`
      update ${payments} set status = ${facts.status}, refunded = ${facts.refunded}, dispute = ${facts.dispute}, disputes = ${facts.disputes}, problem = ${problem},
        session_id = coalesce(${references.sessionId}, session_id), intent_id = coalesce(${references.intentId}, intent_id),
        updated_at = ${now}
      where order_id = ${order.id} and ${isMarked}`),
    db.all(sql`
      update ${promoUses} set released_at = ${plan.holdsPromo ? null : now}
      where order_id = ${order.id} and ${isMarked}`),
    ...memberStatements(db, read, plan, { isMarked, now }),
    ...newsStatements(db, { orderId: order.id, events: newsOf(order, plan), when: isMarked, now }),
    ...(isPaid && order.paidAt === null ? cartStatements(db, read, isMarked) : []),
    ...(event
      ? [
          db.all(sql`
            insert into ${providerEvents} (provider, id, type, order_id, settled_at)
            select ${event.provider}, ${event.id}, ${event.type}, ${order.id}, ${now} where ${isMarked}`),
        ]
      : []),
  ])
  return marked.length > 0
}

/** Empties the cart that was bought; one that has changed since is kept. */
function cartStatements(db: Database, { order }: OrderRead, when: SQL) {
  const isBought = sql`exists (select 1 from ${carts} where member_id = ${order.memberId} and revision = ${order.cartRevision})`
  return [
    db.all(sql`delete from ${cartLines} where member_id = ${order.memberId} and ${isBought} and ${when}`),
    db.all(sql`
      update ${carts} set promo_code = null, revision = revision + 1
      where member_id = ${order.memberId} and revision = ${order.cartRevision} and ${when}`),
  ]
}

export type NewRefund = {
  read: OrderRead
  amount: number
  cause: 'withdrawal' | 'operator'
  reason: string
  /** The operator who decided it; a withdrawal has none. */
  audit?: { actorId: string; part: RefundPart }
  change: LedgerChange
  now: number
}

/** Writes a refund with what it takes back, in one batch. Null if something has changed since the read. */
export async function insertRefund(
  db: Database,
  { read, amount, cause, reason, audit, change, now }: NewRefund,
): Promise<string | null> {
  const [id, settlement] = [newId(), newId()]
  const isMarked = isMarkedSql(read.order.id, settlement)
  const isAllowed = audit ? mayActSql('refundOrder', audit.actorId, sql`${read.order.memberId}`) : sql`1`
  const isFirst = sql`not exists (select 1 from ${refunds} where order_id = ${read.order.id}) and ${isAllowed}`
  const [marked] = await db.batch([
    markStatement(db, { read, settlement, also: isFirst }),
    db.all(sql`
      insert into ${refunds} (id, order_id, cause, amount, reason, created_at)
      select ${id}, ${read.order.id}, ${cause}, ${amount}, ${reason}, ${now} where ${isMarked}`),
    ...memberStatements(db, read, change, { isMarked, now }),
    ...newsStatements(db, { orderId: read.order.id, events: ['refunded'], when: isMarked, now }),
    ...(audit ? [refundAuditStatement(db, read, { ...audit, amount }, { isMarked, now })] : []),
  ])
  return marked.length > 0 ? id : null
}

function refundAuditStatement(
  db: Database,
  { order }: OrderRead,
  { actorId, part, amount }: { actorId: string; part: RefundPart; amount: number },
  { isMarked, now }: Batch,
) {
  const detail = { part, amount, currency: order.currency }
  const entry = { actorId, action: 'order.refunded', subjectKind: 'order', subjectId: order.id, detail } as const
  return auditStatement(db, entry, now, isMarked)
}
