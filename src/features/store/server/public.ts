import type { Env } from '#server/env.ts'
import { findProvider } from './payment/choose.ts'
import type { PaymentProvider } from './payment/provider.ts'

export { currencyFor } from '../money.ts'
export { cartStatements, priceCart, toCartView } from './cart-queries.ts'
export { finishPayments } from './finish-payments.ts'
export { giftBasket, pricesStatement } from './gift-basket.ts'
export { listOwnOrder, ownLinesStatement, pendingOrderStatement, sandboxStatement } from './own-order.ts'
export type { PaymentProvider } from './payment/provider.ts'
export { productsStatement, toProducts } from './products.ts'
export { buyerOf, requireBuyer, requireProvider } from './require-buyer.ts'
export { returnPath } from './return-path.ts'
export { settlePayment } from './settle-order.ts'
export { startCheckout } from './start-checkout.ts'
export { findProvider }

/** The store is open only where payments are; null where they are not. */
export const providerName = (env: Env, requestUrl: string): PaymentProvider['name'] | null =>
  findProvider(env, requestUrl)?.name ?? null
