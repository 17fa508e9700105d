import { requireMember } from '#server/auth/require-member.ts'
import { on, respond, type ActionResult } from '#server/actions/action.ts'
import { readLimited } from '#server/actions/body.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { countryOf } from '#server/country.ts'
import { publicOrigin } from '#server/origin.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { storeActions, type CartView, type CheckoutAnswer } from '../contract.ts'
import { currencyFor } from '../money.ts'
import { readCart, saveCurrency, saveLine, savePromo, type Buyer } from './cart-queries.ts'
import { findProvider } from './payment/choose.ts'
import { readEvent } from './payment/event.ts'
import type { PaymentProvider } from './payment/provider.ts'
import { isSigned } from './payment/signature.ts'
import { startCheckout, type Wanted } from './start-checkout.ts'
import { withdraw } from './refund.ts'
import { checkoutInput, currencyInput, lineInput, promoInput, withdrawInput } from './schemas.ts'
import { settleEvent } from './settle-order.ts'

/** Actions of `/store` and `/cart`, and the payment provider's webhook. */
export const storeRoutes = handle(storeActions, {
  setLine: on(lineInput, async (c, line) => {
    const { id: memberId } = await requireBuyer(c)
    await saveLine(c.get('db'), { ...line, memberId, now: c.get('now') })
    return showCart(c)
  }),
  setPromo: on(promoInput, async (c, { promo }) => {
    const { id } = await requireBuyer(c)
    await savePromo(c.get('db'), id, promo || null, c.get('now'))
    return showCart(c)
  }),
  setCurrency: on(currencyInput, async (c, { currency }) => {
    const { id } = await requireBuyer(c)
    await saveCurrency(c.get('db'), id, currency, c.get('now'))
    return showCart(c)
  }),
  checkout: on(checkoutInput, checkout),
  withdraw: on(withdrawInput, async (c, { order, amount }) => {
    const { id } = await requireBuyer(c)
    const asked = { orderId: order, memberId: id, shown: amount, now: c.get('now') }
    return { data: { amount: await withdraw(c.get('db'), requireProvider(c), asked) } }
  }),
  webhook: respond(receiveEvent),
})

async function showCart(c: AppContext): Promise<ActionResult<CartView>> {
  const { totals, currency, promoCode, promoRefusal } = await readCart(c.get('db'), await buyerOf(c))
  return { data: { totals, currency, promoCode, promoRefusal } }
}

async function checkout(c: AppContext, wanted: Wanted): Promise<ActionResult<CheckoutAnswer>> {
  const { email } = await requireBuyer(c)
  const { code: locale } = c.get('locale')
  const addressOf = (paid: string) =>
    publicOrigin(c.env, c.req.url) + href(routes.cart, {}, { locale, query: { order: wanted.key, paid } })
  const payer = { ...(await buyerOf(c)), email, locale, successUrl: addressOf('1'), cancelUrl: addressOf('0') }
  return { data: await startCheckout(c.get('db'), requireProvider(c), payer, wanted) }
}

async function buyerOf(c: AppContext): Promise<Buyer> {
  const { id } = await requireBuyer(c)
  const country = countryOf(c)
  return { memberId: id, country, fallback: currencyFor(country, c.get('locale').code), now: c.get('now') }
}

/** Members with an unfinished questionnaire or a restriction buy nothing. */
async function requireBuyer(c: AppContext) {
  const member = await requireMember(c)
  if (member.state !== 'complete' && member.state !== 'paused') throw notFound()
  requireProvider(c)
  return member
}

/** The store is open only where payments are. */
function requireProvider(c: AppContext): PaymentProvider {
  const provider = findProvider(c.env, c.req.url)
  if (!provider) throw notFound()
  return provider
}

/** 200 only once the event is settled, or is none of ours: the provider repeats everything else. */
async function receiveEvent(c: AppContext): Promise<Response> {
  const provider = requireProvider(c)
  const body = await readLimited(c)
  const header = c.req.header('stripe-signature') ?? ''
  if (!(await isSigned(body, header, await provider.webhookSecrets(), c.get('now'))))
    throw new AppError('The signature is not right', { status: 400, code: 'invalid' })
  const event = readEvent(body)
  if (event) await settleEvent(c.get('db'), provider, event, c.get('now'))
  return c.json({ received: true })
}
