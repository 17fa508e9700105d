import { asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { readBatch } from '#db/read-batch.ts'
import { boosts, deletions, entitlements, members, orderLines, orders, payments, providerEvents, refunds } from '#db/schema.ts'
import type { Entry } from '#features/entitlements/contract.ts'
import { appendStatement, isLedgerSql } from '#features/entitlements/server/public.ts'
import { manyLikesStatement } from '#features/likes/server/public.ts'

export type EventId = { provider: 'stripe' | 'sandbox'; id: string; type: string }

/** Everything that a settlement or a refund is decided from. */
export async function readOrder(db: Database, orderId: string, event: EventId | null) {
  const memberId = sql`(select member_id from ${orders} where id = ${orderId})`
  const { order, lines, payment, refund, ledger, manyLikes, deletion, settled } = await readBatch(db, {
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
    deletion: db
      .select({ id: deletions.memberId })
      .from(deletions)
      .where(sql`member_id = ${memberId}`),
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
    /** Their member has deleted the account. */
    isOfDeleted: deletion.length > 0,
    isSettled: (settled ?? []).length > 0,
  }
}

export type OrderRead = NonNullable<Awaited<ReturnType<typeof readOrder>>>

type Mark = { read: OrderRead; settlement: string; also?: SQL }

/**
 * The first statement of every batch that changes an order: it marks the order if order and ledger are still as they were read.
 * The others depend on the mark (`isMarkedSql`).
 */
export function markStatement(db: Database, { read: { order, ledger }, settlement, also = sql`1` }: Mark) {
  const isSame = order.memberId === null ? sql`member_id is null` : isLedgerSql(order.memberId, ledger.length)
  return db.all<{ id: string }>(sql`
    update ${orders} set version = version + 1, settlement = ${settlement}
    where id = ${order.id} and version = ${order.version} and ${isSame} and ${also} returning id`)
}

export const isMarkedSql = (orderId: string, settlement: string) =>
  sql`exists (select 1 from ${orders} where id = ${orderId} and settlement = ${settlement})`

/** Shared by the statements of one batch: its time, and the condition that the order is marked. */
export type Batch = { isMarked: SQL; now: number }

export type LedgerChange = { entries: readonly Entry[]; endedBoosts: readonly string[]; premiumUntil: number | null }

/** The effects of an order on its member: entries, boosts that end, the end of premium. None if the member has left. */
export function memberStatements(db: Database, { order, ledger }: OrderRead, change: LedgerChange, { isMarked, now }: Batch) {
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

/**
 * Recorded before the provider is asked about a payment or for a refund. Those asked about longest ago come first; otherwise, one
 * that the provider does not know or refuses would always be first.
 */
export async function noteAsked(db: Database, orderId: string, now: number): Promise<void> {
  await db.update(payments).set({ updatedAt: now }).where(eq(payments.orderId, orderId))
}
