import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { publicOrigin } from '#server/origin.ts'
import { notFound } from '#shared/errors.ts'
import { checkoutActions, type CheckoutAnswer } from '#features/store/contract.ts'
import type { OrderState } from '#features/store/order-state.ts'
import { reportLater } from '#features/store/orders/server/public.ts'
import { buyerOf, requireBuyer, requireCheckout, requireProvider } from '#features/store/server/require-buyer.ts'
import { settlePayment } from '#features/store/settlement/server/public.ts'
import { listOwnOrder } from './own-order.ts'
import { returnPath } from './return-path.ts'
import { answerBank, payByCard } from './sandbox-checkout.ts'
import { bankInput, cardInput, checkoutInput, settleInput } from './schemas.ts'
import { startCheckout, type Wanted } from './start-checkout.ts'

/** From the cart to the payment and back: `/cart`, and the sandbox's card page. */
export const checkoutRoutes = handle(checkoutActions, {
  checkout: on(checkoutInput, checkout),
  settle: on(settleInput, settleOwn),
  payByCard: on(cardInput, payByCard),
  answerBank: on(bankInput, answerBank),
})

async function checkout(c: AppContext, wanted: Wanted): Promise<ActionResult<CheckoutAnswer>> {
  const { email } = await requireCheckout(c)
  const { code: locale } = c.get('locale')
  const pathOf = (paid: number) => returnPath(locale, wanted.key, paid)
  const origin = publicOrigin(c.env, c.req.url)
  const payer = { ...(await buyerOf(c)), email, locale, successUrl: origin + pathOf(1), cancelUrl: origin + pathOf(0) }
  const answer = await startCheckout(c.get('db'), requireProvider(c), { payer, wanted })
  if (answer.checkout === null) reportLater(c, answer.orderId)
  return { data: answer, to: answer.checkout ?? pathOf(1) }
}

/** Settles the payment of the member's own order. */
async function settleOwn(c: AppContext, { order: key }: { order: string }): Promise<ActionResult<{ state: OrderState }>> {
  const { id } = await requireBuyer(c)
  const [found] = await listOwnOrder(c.get('db'), id, key)
  if (!found) throw notFound()
  const to = returnPath(c.get('locale').code, key, 1)
  if (found.state !== 'pending' || found.sessionId === null) return { data: { state: found.state }, to }
  const state = await settlePayment(c.get('db'), requireProvider(c), { sessionId: found.sessionId }, c.get('now'))
  if (state !== found.state) reportLater(c, found.id)
  return { data: { state: state ?? found.state }, to }
}
