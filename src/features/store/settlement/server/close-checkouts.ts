import { openDatabase } from '#db/database.ts'
import { refundAfterDeletion } from '#features/store/refunds/server/public.ts'
import { findProvider } from '#features/store/server/payment/choose.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { listPaidAfterDeletion, listPendingOfDeleted, type OfDeleted } from './paid-after-deletion.ts'
import { settlePayment, settleUnopened } from './settle-order.ts'

/**
 * Ends the open checkouts of deleted accounts, and pays back what was paid since. A checkout that its payer has just used settles
 * as paid, and then goes back, too. Failures are counted and left to the cron.
 */
export async function closeCheckouts(env: Env, of: OfDeleted, now: number): Promise<Finished> {
  const provider = findProvider(env, env.PUBLIC_ORIGIN || 'http://localhost')
  if (!provider) return { rows: 0, failed: 0 }
  const db = openDatabase(env.DB)
  const [pending, paid] = await db.batch([listPendingOfDeleted(db, of), listPaidAfterDeletion(db, of)])
  const closed = await finishEach('checkouts', pending, async ({ orderId, sessionId }) => {
    if (sessionId === null) return settleUnopened(db, orderId, 'expired', now)
    await provider.closeCheckout(sessionId)
    return settlePayment(db, provider, { sessionId }, now)
  })
  const refunded = await finishEach('payments-after-deletion', paid, ({ orderId }) =>
    refundAfterDeletion(db, provider, orderId, now),
  )
  return { rows: closed.rows + refunded.rows, failed: closed.failed + refunded.failed }
}
