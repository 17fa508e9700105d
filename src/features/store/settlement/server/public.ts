export { type DifferenceKind } from '../reconciliation.ts'
export { closeCheckouts } from './close-checkouts.ts'
export { finishPayments } from './finish-payments.ts'
export { reconcilePayments } from './reconcile.ts'
export { openDifferencesStatement } from './reconcile-queries.ts'
export {
  closeDifference,
  listOrders,
  noteSettled,
  openOrder,
  problemsStatement,
  readPaymentReview,
  type OrderRow,
  type PaymentReview,
  type ReviewedOrder,
} from './review-queries.ts'
export { settlePayment, settleUnopened } from './settle-order.ts'
