import { respond } from '#server/actions/action.ts'
import { readLimited } from '#server/actions/body.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#shared/errors.ts'
import { settlementActions } from '#features/store/contract.ts'
import { reportLater } from '#features/store/orders/server/public.ts'
import { readEvent } from '#features/store/server/payment/event.ts'
import { isSigned } from '#features/store/server/payment/signature.ts'
import { requireProvider } from '#features/store/server/require-buyer.ts'
import { settleEvent } from './settle-order.ts'

/** The payment provider's webhook. */
export const settlementRoutes = handle(settlementActions, { webhook: respond(receiveEvent) })

/** 200 only once the event is settled, or is not about our orders: the provider repeats everything else. */
async function receiveEvent(c: AppContext): Promise<Response> {
  const provider = requireProvider(c)
  const body = await readLimited(c)
  const header = c.req.header('stripe-signature') ?? ''
  if (!(await isSigned(body, header, await provider.webhookSecrets(), c.get('now'))))
    throw new AppError('The signature is not right', { status: 400, code: 'invalid' })
  const event = readEvent(body)
  const orderId = event && (await settleEvent(c.get('db'), provider, event, c.get('now')))
  // Also for a repeat: the previous attempt may have ended before it sent the news.
  if (orderId !== null) reportLater(c, orderId)
  return c.json({ received: true })
}
