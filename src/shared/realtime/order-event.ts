/**
 * Events of an order that its member is notified of, each at most once. `returned`: the bank has reversed the payment, after a
 * dispute. `restored`: the dispute was won.
 */
export const orderEvents = ['paid', 'refunded', 'failed', 'disputed', 'restored', 'returned'] as const
export type OrderEvent = (typeof orderEvents)[number]
