import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { formatCursor, type TimeCursor } from '#db/time-cursor.ts'
import { entitlements, orderLines, orders, paymentDifferences, payments, reconciliations, refunds } from '#db/schema.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { ComparedOrder, Difference } from '../reconciliation.ts'

/** Maximum number of orders in one read. */
const walkedTogether = 500

export type Progress = typeof reconciliations.$inferSelect

/** The day's comparison, started if it does not exist yet. */
export async function openReconciliation(db: Database, day: string, now: number): Promise<Progress | null> {
  const ofDay = () => db.select().from(reconciliations).where(eq(reconciliations.day, day))
  const [known] = await ofDay()
  if (known) return known
  await db.insert(reconciliations).values({ day, startedAt: now, step: 'provider' }).onConflictDoNothing()
  const [begun] = await ofDay()
  return begun ?? null
}

/** Orders by their ids, with the facts to compare, in one statement. */
export async function readCompared(db: Database, ids: readonly string[]): Promise<Map<string, ComparedOrder>> {
  const rows = await db
    .select({
      id: orders.id,
      state: orders.state,
      total: orders.total,
      currency: orders.currency,
      memberId: orders.memberId,
      sessionId: payments.sessionId,
      status: payments.status,
      dispute: payments.dispute,
      refundAmount: refunds.amount,
      refundedAt: refunds.createdAt,
      acceptedAt: refunds.acceptedAt,
      lines: sql<number>`(select count(*) from ${orderLines} l where l.order_id = ${orders.id})`,
      granted: sql<number>`(select count(*) from ${orderLines} l join ${entitlements} e
        on e.source_kind = 'order' and e.source_id = l.id and e.kind = l.kind where l.order_id = ${orders.id})`,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(refunds, eq(refunds.orderId, orders.id))
    .where(sql`${orders.id} in (select value from json_each(${JSON.stringify(ids)}))`)
  return new Map(rows.map((row) => [row.id, toCompared(row)]))
}

type Row = Omit<ComparedOrder, 'refund' | 'granted'> & {
  memberId: string | null
  refundAmount: number | null
  refundedAt: number | null
  acceptedAt: number | null
  granted: number
}

function toCompared({ memberId, refundAmount, refundedAt, acceptedAt, granted, ...order }: Row): ComparedOrder {
  const refund =
    refundAmount === null || refundedAt === null
      ? null
      : { amount: refundAmount, createdAt: refundedAt, isAccepted: acceptedAt !== null }
  return { ...order, refund, granted: memberId === null ? null : granted }
}

export type WalkedOrder = { id: string; at: number; sessionId: string | null; isSuspect: boolean }

/**
 * The next orders of a period, oldest first. A suspect is an order that counts as paid and has been missing from the provider's
 * list since `listedSince`.
 */
export async function walkOrders(
  db: Database,
  {
    provider,
    from,
    to,
    cursor,
    listedSince,
  }: { provider: 'stripe' | 'sandbox'; from: number; to: number; cursor: TimeCursor | null; listedSince: number },
): Promise<{ walked: WalkedOrder[]; isLast: boolean }> {
  const isAfter = cursor
    ? or(gt(orders.placedAt, cursor.at), and(eq(orders.placedAt, cursor.at), gt(orders.id, cursor.id)))
    : undefined
  const rows = await db
    .select({
      id: orders.id,
      at: orders.placedAt,
      sessionId: payments.sessionId,
      isSuspect: sql<number>`${orders.state} in ('paid', 'fulfilled', 'disputed', 'refunded') and ${payments.provider} = ${provider}
        and coalesce(${payments.listedAt}, 0) < ${listedSince}`,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(sql`${orders.placedAt} >= ${from}`, lt(orders.placedAt, to), isAfter))
    .orderBy(asc(orders.placedAt), asc(orders.id))
    .limit(walkedTogether)
  return { walked: rows.map((row) => ({ ...row, isSuspect: row.isSuspect === 1 })), isLast: rows.length < walkedTogether }
}

export type FoundDifference = Difference & { sessionId: string; orderId: string; currency: string }

export type Step = {
  progress: Progress
  next: Pick<Progress, 'step' | 'cursor' | 'finishedAt'>
  /** Sessions that were compared: their earlier differences, if gone now, have ended. */
  compared: readonly string[]
  /** Those of them in the provider's list. */
  listed: readonly string[]
  found: readonly FoundDifference[]
  walked: { payments: number; orders: number }
  now: number
}

/** Stores the results of one step, in one batch. A step that a parallel run has done is not counted twice. */
export async function saveStep(db: Database, { progress, next, compared, listed, found, walked, now }: Step): Promise<void> {
  const rows = found.map((each) => ({ ...each, id: newId() }))
  await db.batch([
    // A difference that an operator has closed is only reopened with other amounts.
    db.all(sql`
      insert into ${paymentDifferences} (id, session_id, kind, order_id, currency, ours, theirs, found_at, seen_at)
      select value ->> 'id', value ->> 'sessionId', value ->> 'kind', value ->> 'orderId', value ->> 'currency', value ->> 'ours',
        value ->> 'theirs', ${now}, ${now}
      from json_each(${JSON.stringify(rows)}) where true
      on conflict (session_id, kind) do update set
        closed_at = case when ours = excluded.ours and theirs = excluded.theirs then closed_at end,
        note = case when ours = excluded.ours and theirs = excluded.theirs then note else '' end,
        found_at = case when ended_at is null then found_at else excluded.found_at end,
        ours = excluded.ours, theirs = excluded.theirs, seen_at = excluded.seen_at, ended_at = null`),
    db.all(sql`
      update ${paymentDifferences} set ended_at = ${now}
      where session_id in (select value from json_each(${JSON.stringify(compared)})) and ended_at is null and seen_at < ${now}`),
    db.all(sql`
      update ${payments} set listed_at = ${now}
      where provider in ('stripe', 'sandbox') and session_id in (select value from json_each(${JSON.stringify(listed)}))`),
    db
      .update(reconciliations)
      .set({
        ...next,
        payments: sql`${reconciliations.payments} + ${walked.payments}`,
        orders: sql`${reconciliations.orders} + ${walked.orders}`,
      })
      .where(
        and(
          eq(reconciliations.day, progress.day),
          isNull(reconciliations.finishedAt),
          eq(reconciliations.step, progress.step),
          sql`${reconciliations.cursor} is ${progress.cursor}`,
        ),
      ),
  ])
}

export const cursorOf = ({ at, id }: WalkedOrder) => formatCursor({ at, id })

/** For a batch: how many differences wait for an operator, and since when. */
export function openDifferencesStatement(db: Database) {
  return db
    .select({ total: sql<number>`count(*)`.as('total'), oldest: sql<number | null>`min(${paymentDifferences.foundAt})` })
    .from(paymentDifferences)
    .where(sql`ended_at is null and closed_at is null`)
}
