import type { Env } from '#server/env.ts'
import { findProvider } from './payment/choose.ts'
import type { PaymentProvider } from './payment/provider.ts'

export { currencyFor } from '../money.ts'
export { cartStatements, priceCart, toCartView } from './cart-queries.ts'
export { finishPayments } from './finish-payments.ts'
export { giftBasket, pricesStatement } from './gift-basket.ts'
export { orderEmails } from './orders/order-emails.ts'
export { orderPageStatements, ordersStatement, readOrdersCursor, toOrderProps, toOrders } from './orders/read-orders.ts'
export { sellerOf } from './orders/seller.ts'
export { sendNewsLater } from './orders/send-news.ts'
export { listOwnOrder, ownLinesStatement, pendingOrderStatement, sandboxStatement } from './own-order.ts'
export type { PaymentProvider } from './payment/provider.ts'
export { productsStatement, toProducts } from './products.ts'
export { orderStates } from '../order-state.ts'
export { normalizeCode, type Promo } from '../promo.ts'
export { type DifferenceKind } from '../reconciliation.ts'
export { planRefund, refundParts, type RefundPart, type RefundPlan } from '../withdrawal.ts'
export { findProvider } from './payment/choose.ts'
export { createPromo, endPromo, listPromos, type PromoRow } from './promo-queries.ts'
export { reconcilePayments } from './reconcile.ts'
export { openDifferencesStatement } from './reconcile-queries.ts'
export { refundOrder, toRefundable } from './refund.ts'
export {
  closeDifference,
  listOrders,
  noteSettled,
  problemsStatement,
  readPaymentReview,
  openOrder,
  type OrderRow,
  type PaymentReview,
  type ReviewedOrder,
} from './review-queries.ts'
export { buyerOf, requireCheckout, requireProvider } from './require-buyer.ts'
export { returnPath } from './return-path.ts'
export { settlePayment } from './settle-order.ts'
export { startCheckout } from './start-checkout.ts'

/** The payment provider's name; null without one, because then the store is closed. */
export const providerName = (env: Env, requestUrl: string): PaymentProvider['name'] | null =>
  findProvider(env, requestUrl)?.name ?? null

/** The origin to which a form without a script redirects to pay: browsers also apply the page's policy to redirects. */
export const paymentOrigin = ({ STRIPE_SECRET_KEY }: Pick<Env, 'STRIPE_SECRET_KEY'>): string | undefined =>
  STRIPE_SECRET_KEY ? 'https://checkout.stripe.com' : undefined
