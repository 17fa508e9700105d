import type { Currency } from '#shared/currency.ts'
import type { EntitlementKind } from '#shared/entitlement-kind.ts'
import { action } from '#shared/routing/action.ts'
import type { OrderState } from './order-state.ts'
import type { ProductId } from './products.ts'
import type { PromoRefusal } from './promo.ts'
import type { Totals } from './totals.ts'

/** A cart as it is now: priced by the server. */
export type CartView = {
  totals: Totals
  currency: Currency
  promoCode: string | null
  /** Why the code takes nothing off; null where it does, or where there is none. */
  promoRefusal: PromoRefusal | null
}

export type CartProps = { cart: CartView }

/** A product in the store; `price` in minor units of the shown currency, tax included. `units`: months of premium, else pieces. */
export type ProductView = { id: ProductId; kind: EntitlementKind; units: number; price: number; inCart: number }

/** `cartCount`: pieces in the cart. */
export type ProductsProps = { products: ProductView[]; currency: Currency; cartCount: number }

/** Where the browser goes on to pay; null where nothing is to be paid. */
export type CheckoutAnswer = { orderId: string; state: OrderState; checkout: string | null }

export const storeActions = {
  /** Quantity 0 takes the product out. */
  setLine: action<CartView>('/api/store/cart/line', 'cart-line'),
  setPromo: action<CartView>('/api/store/cart/promo', 'cart-promo'),
  setCurrency: action<CartView>('/api/store/cart/currency', 'cart-currency'),
  checkout: action<CheckoutAnswer>('/api/store/checkout', 'checkout'),
  withdraw: action<{ amount: number }>('/api/store/withdraw', 'withdraw'),
  /** The payment provider's; it proves itself by its signature. */
  webhook: action('/api/store/webhook', '', { crossSite: true }),
}
