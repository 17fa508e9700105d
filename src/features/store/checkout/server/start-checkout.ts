import { sql, type SQL } from 'drizzle-orm'
import type { Currency } from '#shared/currency.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Database } from '#db/database.ts'
import { carts, orders } from '#db/schema.ts'
import { newId } from '#server/crypto/secrets.ts'
import { AppError } from '#shared/errors.ts'
import type { CheckoutAnswer } from '#features/store/contract.ts'
import { readCart, type PricedCart } from '#features/store/cart/server/public.ts'
import { findByKey, insertOrder, saveSession, type PlacedOrder } from './order-queries.ts'
import type { PaymentProvider } from '#features/store/server/payment/provider.ts'
import type { Buyer } from '#features/store/server/require-buyer.ts'
import { settleUnopened } from '#features/store/settlement/server/public.ts'

/** The form's values: its key, and the currency and total that it showed. */
export type Wanted = { key: string; currency: Currency; total: number }
export type Payer = Buyer & { email: string; locale: LocaleCode; successUrl: string; cancelUrl: string }

/** What an order is placed for, with its prices. `isSame`: SQL that is true while it has not changed. */
export type Basket = { cart: PricedCart; isSame: SQL; giftConversationId: string | null }

export type CheckoutRequest = {
  payer: Payer
  wanted: Wanted
  /** By default the member's cart. */
  readBasket?: (db: Database, buyer: Buyer) => Promise<Basket>
}

/**
 * Places an order for the member's cart, or for another basket, and opens its checkout. A repeat with the same key continues with
 * the same order.
 */
export async function startCheckout(db: Database, provider: PaymentProvider, request: CheckoutRequest): Promise<CheckoutAnswer> {
  const { payer, wanted } = request
  const order = await findOrInsert(db, provider, request)
  if (order.total !== wanted.total || order.currency !== wanted.currency)
    throw new AppError('The key belongs to another order', { status: 409, code: 'cart-changed' })
  if (order.total === 0)
    return { orderId: order.id, state: await settleUnopened(db, order.id, 'paid', payer.now), checkout: null }
  if (order.state !== 'pending') return { orderId: order.id, state: order.state, checkout: null }
  const { id, total, currency, placedAt } = order
  const { email, locale, successUrl, cancelUrl } = payer
  const checkout = await provider.openCheckout({ id, placedAt, total, currency, email, locale, successUrl, cancelUrl }, payer.now)
  await saveSession(db, id, checkout.sessionId, payer.now)
  return { orderId: id, state: 'pending', checkout: checkout.url }
}

async function cartBasket(db: Database, buyer: Buyer): Promise<Basket> {
  const cart = await readCart(db, buyer)
  const isUnchanged = sql`exists (select 1 from ${carts} where member_id = ${buyer.memberId} and revision = ${cart.revision})`
  // Two tabs have different keys: only one of them places an order, and the other's page continues with that order.
  const isPlaced = sql`exists (select 1 from ${orders} where member_id = ${buyer.memberId} and cart_revision = ${cart.revision} and state = 'pending')`
  return { cart, isSame: sql`${isUnchanged} and not ${isPlaced}`, giftConversationId: null }
}

async function findOrInsert(
  db: Database,
  provider: PaymentProvider,
  { payer, wanted, readBasket = cartBasket }: CheckoutRequest,
): Promise<PlacedOrder> {
  const { memberId, country, locale, now } = payer
  const { key, currency, total } = wanted
  // Checked before the cart: after a payment the cart is empty, but a repeat still has its order.
  const [earlier] = await findByKey(db, memberId, key)
  if (earlier) return earlier
  const basket = await readBasket(db, payer)
  const { cart } = basket
  const isShown = cart.currency === currency && cart.totals.total === total && cart.totals.lines.length > 0
  const id = newId()
  const order = { ...basket, id, memberId, key, country, locale, provider: total === 0 ? ('none' as const) : provider.name, now }
  const placed = isShown ? await insertOrder(db, order) : null
  if (!placed) throw new AppError('The cart is not what the page showed', { status: 409, code: 'cart-changed' })
  return placed
}
