import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { payments, refunds } from '#db/schema.ts'
import { auditStatement } from '#features/audit/server/public.ts'
import { mayActSql } from '#server/auth/may-act.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { RefundPart } from '../withdrawal.ts'
import {
  newsStatements,
  isMarkedSql,
  markStatement,
  memberStatements,
  type Batch,
  type LedgerChange,
  type OrderRead,
} from '#features/store/orders/server/public.ts'

export type NewRefund = {
  read: OrderRead
  amount: number
  cause: 'withdrawal' | 'operator' | 'deletion'
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

/** Maximum number of refunds that one run of the cron requests. */
const mostRefunds = 50

/** Refunds that the provider has not accepted, with its references: those requested longest ago come first. */
export function listOpenRefunds(db: Database, orderId: string | null) {
  return db
    .select({
      id: refunds.id,
      orderId: refunds.orderId,
      amount: refunds.amount,
      sessionId: payments.sessionId,
      intentId: payments.intentId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.orderId, refunds.orderId))
    .where(and(isNull(refunds.acceptedAt), orderId === null ? undefined : eq(refunds.orderId, orderId)))
    .orderBy(asc(payments.updatedAt))
    .limit(mostRefunds)
}

export async function acceptRefund(db: Database, id: string, now: number): Promise<void> {
  await db.update(refunds).set({ acceptedAt: now }).where(eq(refunds.id, id))
}
