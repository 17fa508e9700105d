import type { Env } from '#server/env.ts'
import { findProvider } from './payment/choose.ts'
import type { PaymentProvider } from './payment/provider.ts'

export { cartStatements, priceCart, toCartView } from './cart-queries.ts'
export { finishPayments } from './finish-payments.ts'
export { orderEmails } from './orders/order-emails.ts'
export { orderPageStatements, ordersStatement, readOrdersCursor, toOrderProps, toOrders } from './orders/read-orders.ts'
export { sellerOf } from './orders/seller.ts'
export { listOwnOrder, ownLinesStatement, pendingOrderStatement, sandboxStatement } from './own-order.ts'
export { productsStatement, toProducts } from './products.ts'

/** The store is open only where payments are; null where they are not. */
export const providerName = (env: Env, requestUrl: string): PaymentProvider['name'] | null =>
  findProvider(env, requestUrl)?.name ?? null

/** Where a form without a script is led to pay: browsers ask the policy of its page for a redirect, too. */
export const paymentOrigin = ({ STRIPE_SECRET_KEY }: Pick<Env, 'STRIPE_SECRET_KEY'>): string | undefined =>
  STRIPE_SECRET_KEY ? 'https://checkout.stripe.com' : undefined
