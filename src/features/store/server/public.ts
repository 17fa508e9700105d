import type { Env } from '#server/env.ts'
import { findProvider } from './payment/choose.ts'

export { currencyFor } from '../money.ts'
export { cartStatements, priceCart } from './cart-queries.ts'
export { finishPayments } from './finish-payments.ts'
export { giftBasket, pricesStatement } from './gift-basket.ts'
export type { PaymentProvider } from './payment/provider.ts'
export { productsStatement, toProducts } from './products.ts'
export { buyerOf, requireBuyer, requireProvider } from './require-buyer.ts'
export { settlePayment } from './settle-order.ts'
export { startCheckout } from './start-checkout.ts'
export { findProvider }

/** The store is open only where payments are. */
export const isStoreOpen = (env: Env, requestUrl: string): boolean => findProvider(env, requestUrl) !== null
