import type { Currency } from '#shared/currency.ts'
import type { EntitlementKind } from '#shared/entitlement-kind.ts'
import { action } from '#shared/routing/action.ts'
import type { OrderState } from './order-state.ts'
import type { ProductId } from './products.ts'
import type { PromoRefusal } from './promo.ts'
import type { Totals } from './totals.ts'

/** A cart as it is now: priced by the server. */
export type CartView = {
  /** Counts up with each change; 0 before the first. */
  revision: number
  totals: Totals
  currency: Currency
  promoCode: string | null
  /** Why the code takes nothing off; null where it does, or where there is none. */
  promoRefusal: PromoRefusal | null
}

/** `orderKey`: the form's idempotency key. `isTest`: the payment provider is the sandbox. `notice`: why one is here again. */
export type CartProps = { cart: CartView; orderKey: string; isTest: boolean; notice: 'unpaid' | 'failed' | null }

/** What a payer comes back to. `waiting`: the provider has not said yet that it is paid. */
export type ReturnedProps = {
  outcome: 'paid' | 'waiting'
  order: { id: string; key: string; total: number; currency: Currency; lines: OrderedLine[] }
}
export type OrderedLine = { product: string; quantity: number }

/** The sandbox's card page. `step`: the bank's own question comes after the card. */
export type SandboxProps = {
  session: string
  orderKey: string
  /** Where a gift that is bought by itself goes, and its payer back to. */
  giftConversation: string | null
  total: number
  currency: Currency
  isOpen: boolean
  step: 'card' | 'bank'
  problem: 'declined' | 'refused' | null
}

/** A product in the store; `price` in minor units of the cart's currency, tax included. `units`: months of premium, else pieces. */
export type ProductView = { id: ProductId; kind: EntitlementKind; units: number; price: number }
export type ProductsProps = { products: ProductView[]; cart: CartView; isTest: boolean }

/** Where the browser goes on to pay; null where nothing is to be paid. */
export type CheckoutAnswer = { orderId: string; state: OrderState; checkout: string | null }

export const cartActions = {
  /** Quantity 0 takes the product out. */
  setLine: action<CartView>('/api/store/cart/line', 'cart-line'),
  setPromo: action<CartView>('/api/store/cart/promo', 'cart-promo'),
  setCurrency: action<CartView>('/api/store/cart/currency', 'cart-currency'),
}

export const checkoutActions = {
  checkout: action<CheckoutAnswer>('/api/store/checkout', 'checkout'),
  /** Asks the provider for an order's payment; for the page that a payer comes back to. */
  settle: action<{ state: OrderState }>('/api/store/settle', 'settle'),
  /** Card and bank of the sandbox. */
  payByCard: action('/api/store/sandbox/card', 'sandbox-card'),
  answerBank: action('/api/store/sandbox/bank', 'sandbox-bank'),
}

export const refundActions = {
  withdraw: action<{ amount: number }>('/api/store/withdraw', 'withdraw'),
}

export const settlementActions = {
  /** The payment provider's; it proves itself by its signature. */
  webhook: action('/api/store/webhook', '', { crossSite: true }),
}
