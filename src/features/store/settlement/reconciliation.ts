import type { OrderState } from '#features/store/order-state.ts'
import type { ListedPayment, PaymentFacts } from '#features/store/payment-facts.ts'

/** Age up to which orders are compared: the withdrawal period, and one more day. */
export const reconciledMs = 16 * 24 * 60 * 60_000
/** The cron requests a missing refund every five minutes; before this time it does not count as a difference. */
const refundWaitMs = 24 * 60 * 60_000

export const differenceKinds = [
  'missing-order',
  'amount',
  'currency',
  'paid-twice',
  'paid-not-granted',
  'granted-not-paid',
  'refund',
  'dispute',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** An order to compare. `granted`: those of its `lines` that are in the ledger; null if the member has left. */
export type ComparedOrder = {
  state: OrderState
  total: number
  currency: string
  /** The payment stored with the order, and its newest facts. */
  sessionId: string | null
  status: PaymentFacts['status']
  dispute: PaymentFacts['dispute']
  refund: { amount: number; createdAt: number; isAccepted: boolean } | null
  lines: number
  granted: number | null
}

/** `ours` and `theirs`: minor units, by our order and by the provider. */
export type Difference = { kind: DifferenceKind; ours: number; theirs: number }

/** Compares a payment with its order, which is null if we have none. For a payment refunded in full, nothing differs. */
export function differencesOf(order: ComparedOrder | null, listed: ListedPayment, now: number): Difference[] {
  const { amount, refunded, sessionId } = listed
  const isPaid = listed.status === 'paid'
  const differs = (kind: DifferenceKind, ours: number, theirs: number): Difference[] => [{ kind, ours, theirs }]
  const isKept = isPaid && refunded < amount
  if (!order) return isKept ? differs('missing-order', 0, amount) : []
  if (isPaid && listed.currency.toUpperCase() !== order.currency) return isKept ? differs('currency', order.total, amount) : []
  if (isPaid && amount !== order.total) return isKept ? differs('amount', order.total, amount) : []
  const isOther = order.status === 'paid' && order.sessionId !== null && order.sessionId !== sessionId
  if (isPaid && isOther) return isKept ? differs('paid-twice', 0, amount) : []
  if (!isPaid) return !isOther && (order.granted ?? 0) > 0 ? differs('granted-not-paid', order.total, 0) : []
  return [
    ...(order.granted !== null && order.granted < order.lines ? differs('paid-not-granted', 0, amount) : []),
    ...refundDifference(order, refunded, now),
    ...(listed.isDisputed && order.dispute === 'none' ? differs('dispute', 0, amount) : []),
  ]
}

function refundDifference({ state, total, refund }: ComparedOrder, theirs: number, now: number): Difference[] {
  const ours = refund?.amount ?? 0
  const isReturned = state === 'refunded' && theirs >= total
  const isWaiting = refund !== null && !refund.isAccepted && theirs < ours && now - refund.createdAt < refundWaitMs
  return theirs === ours || isReturned || isWaiting ? [] : [{ kind: 'refund', ours, theirs }]
}
