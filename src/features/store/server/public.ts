import type { Env } from '#server/env.ts'
import { findProvider } from './payment/choose.ts'

export { cartStatements, priceCart } from './cart-queries.ts'
export { finishPayments } from './finish-payments.ts'
export { productsStatement, toProducts } from './products.ts'

/** The store is open only where payments are. */
export const isStoreOpen = (env: Env, requestUrl: string): boolean => findProvider(env, requestUrl) !== null
