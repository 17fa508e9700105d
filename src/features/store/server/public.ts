export { orderStates } from '../order-state.ts'
export { normalizeCode, type Promo } from '../promo.ts'
export { type DifferenceKind } from '../reconciliation.ts'
export { planRefund, refundParts, type RefundPart, type RefundPlan } from '../withdrawal.ts'
export { finishPayments } from './finish-payments.ts'
export { findProvider } from './payment/choose.ts'
export { createPromo, endPromo, listPromos, type PromoRow } from './promo-queries.ts'
export { reconcilePayments } from './reconcile.ts'
export { openDifferencesStatement } from './reconcile-queries.ts'
export { refundOrder, toRefundable } from './refund.ts'
export {
  closeDifference,
  listOrders,
  noteOrder,
  problemsStatement,
  readPaymentReview,
  readReviewedOrder,
  type OrderRow,
  type PaymentReview,
  type ReviewedOrder,
} from './review-queries.ts'
export { settlePayment } from './settle-order.ts'
