import { on, respond, type ActionResult } from '#server/actions/action.ts'
import { readLimited } from '#server/actions/body.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { publicOrigin } from '#server/origin.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { storeActions, type CartView, type CheckoutAnswer } from '../contract.ts'
import { showCart } from '#features/member-hub/server/public.ts'
import type { OrderState } from '../order-state.ts'
import { readCart, saveCurrency, saveLine, savePromo, toCartView } from './cart-queries.ts'
import { listOwnOrder } from './own-order.ts'
import { sendNewsLater } from './orders/send-news.ts'
import { readEvent } from './payment/event.ts'
import { isSigned } from './payment/signature.ts'
import { buyerOf, requireBuyer, requireCheckout, requireProvider } from './require-buyer.ts'
import { returnPath } from './return-path.ts'
import { answerBank, payByCard } from './sandbox-checkout.ts'
import { showOrder } from './show-order.ts'
import { startCheckout, type Wanted } from './start-checkout.ts'
import { withdraw } from './refund.ts'
import {
  bankInput,
  cardInput,
  checkoutInput,
  currencyInput,
  lineInput,
  promoInput,
  settleInput,
  withdrawInput,
} from './schemas.ts'
import { settleEvent, settlePayment } from './settle-order.ts'
import { requireWithinLimit } from '#server/limits/attempts.ts'

/** Actions of `/store` and `/cart`, and the payment provider's webhook. */
export const storeRoutes = handle(storeActions, {
  setLine: on(lineInput, async (c, line) => {
    const { id: memberId } = await requireBuyer(c)
    await saveLine(c.get('db'), { ...line, memberId, now: c.get('now') })
    return answerCart(c)
  }),
  setPromo: on(promoInput, async (c, { promo }) => {
    const { id } = await requireBuyer(c)
    if (promo) await requireWithinLimit(c, 'promoCodes', `promo-code:${id}`, id)
    await savePromo(c.get('db'), id, promo || null, c.get('now'))
    return answerCart(c)
  }),
  setCurrency: on(currencyInput, async (c, { currency }) => {
    const { id } = await requireBuyer(c)
    await saveCurrency(c.get('db'), id, currency, c.get('now'))
    return answerCart(c)
  }),
  checkout: on(checkoutInput, checkout),
  settle: on(settleInput, settleOwn),
  payByCard: on(cardInput, payByCard),
  answerBank: on(bankInput, answerBank),
  withdraw: on(withdrawInput, async (c, { order, amount }) => {
    const { id } = await requireBuyer(c)
    const asked = { orderId: order, memberId: id, shown: amount, now: c.get('now') }
    const withdrawn = await withdraw(c.get('db'), requireProvider(c), asked)
    reportLater(c, order)
    return { data: { amount: withdrawn }, to: href(routes.store, {}, { locale: c.get('locale').code, query: { order } }) }
  }),
  webhook: respond(receiveEvent),
})

/** Responds with the cart, and notifies the member's other pages of the change. */
async function answerCart(c: AppContext): Promise<ActionResult<CartView>> {
  const buyer = await buyerOf(c)
  const cart = toCartView(await readCart(c.get('db'), buyer))
  c.executionCtx.waitUntil(showCart(c.env, buyer.memberId, cart.revision))
  return { data: cart }
}

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

/** Reports a change to the member's devices and by email, after the response. */
function reportLater(c: AppContext, orderId: string): void {
  c.executionCtx.waitUntil(showOrder(c.env, orderId))
  sendNewsLater(c, orderId)
}

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
