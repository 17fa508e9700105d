import type { Currency } from '#shared/currency.ts'
import type { EntitlementKind } from '#shared/entitlement-kind.ts'
import { action } from '#shared/routing/action.ts'
import type { OrderState } from './order-state.ts'
import type { ProductId } from './products.ts'
import type { PromoRefusal } from './promo.ts'
import type { Totals } from './totals.ts'

/** A cart with its current prices, computed by the server. */
export type CartView = {
  /** Incremented by each change; 0 before the first. */
  revision: number
  totals: Totals
  currency: Currency
  promoCode: string | null
  /** Why the code has no effect; null if it has one, or if there is no code. */
  promoRefusal: PromoRefusal | null
}

/**
 * `orderKey`: the form's idempotency key. `isTest`: the payment provider is the sandbox. `notice`: why the payer is back in the
 * cart.
 */
export type CartProps = { cart: CartView; orderKey: string; isTest: boolean; notice: 'unpaid' | 'failed' | null }

/** What the payer sees on returning. `waiting`: the provider has not confirmed the payment yet. */
export type ReturnedProps = {
  outcome: 'paid' | 'waiting'
  order: { id: string; key: string; total: number; currency: Currency; lines: OrderedLine[] }
}
export type OrderedLine = { product: string; quantity: number }

/** The sandbox's card page. `step`: after the card comes the bank's own question. */
export type SandboxProps = {
  session: string
  orderKey: string
  /** The conversation that gets a gift bought by itself, and to which its payer returns. */
  giftConversation: string | null
  total: number
  currency: Currency
  isOpen: boolean
  step: 'card' | 'bank'
  problem: 'declined' | 'refused' | null
}

/**
 * A product in the store; `price` in minor units of the cart's currency, tax included. `units`: months of premium, else pieces.
 */
export type ProductView = { id: ProductId; kind: EntitlementKind; units: number; price: number }
export type ProductsProps = { products: ProductView[]; cart: CartView; isTest: boolean }

/** The URL at which the browser continues to pay; null if the total is zero. */
export type CheckoutAnswer = { orderId: string; state: OrderState; checkout: string | null }

export const cartActions = {
  /** Quantity 0 removes the product. */
  setLine: action<CartView>('/api/store/cart/line', 'cart-line'),
  setPromo: action<CartView>('/api/store/cart/promo', 'cart-promo'),
  setCurrency: action<CartView>('/api/store/cart/currency', 'cart-currency'),
}

export const checkoutActions = {
  checkout: action<CheckoutAnswer>('/api/store/checkout', 'checkout'),
  /** Fetches an order's payment from the provider; for the page to which a payer returns. */
  settle: action<{ state: OrderState }>('/api/store/settle', 'settle'),
  /** Card and bank of the sandbox. */
  payByCard: action('/api/store/sandbox/card', 'sandbox-card'),
  answerBank: action('/api/store/sandbox/bank', 'sandbox-bank'),
}

export const refundActions = {
  withdraw: action<{ amount: number }>('/api/store/withdraw', 'withdraw'),
}

export const settlementActions = {
  /** For the payment provider, which authenticates by its signature. */
  webhook: action('/api/store/webhook', '', { crossSite: true }),
}
