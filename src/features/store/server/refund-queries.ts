import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { payments, refunds } from '#db/schema.ts'

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
