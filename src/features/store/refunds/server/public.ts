export { planRefund, refundParts, type RefundPart, type RefundPlan } from '../withdrawal.ts'
export { orderPageStatements, toOrderProps } from './order-page.ts'
export { refundAfterDeletion, refundOrder, sendRefunds, toRefundable } from './refund.ts'
