/**
 * Events of an order that its member is notified of, each at most once. `returned`: the bank has taken the payment back, after a dispute.
 * `restored`: it has not.
 */
export const orderEvents = ['paid', 'refunded', 'failed', 'disputed', 'restored', 'returned'] as const
export type OrderEvent = (typeof orderEvents)[number]
