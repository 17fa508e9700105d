/**
 * What a provider answers when it is asked about a payment; never what an event claims, because events may be late, repeated and
 * in any order. `refunded`: so far, in minor units. `disputes`: how many there were; `dispute` is the outcome of the newest.
 */
export type PaymentFacts = {
  status: 'open' | 'paid' | 'failed' | 'expired'
  refunded: number
  dispute: 'none' | 'open' | 'won' | 'lost'
  disputes: number
}

/** A provider's answer includes the amount and the currency of the payment. */
export type PaymentAnswer = PaymentFacts & { amount: number; currency: string }

/**
 * A payment in the provider's list. `isDisputed`: a bank or the payer has disputed it; only `fetchPayment` returns the outcome.
 */
export type ListedPayment = {
  orderId: string
  sessionId: string
  status: PaymentFacts['status']
  amount: number
  currency: string
  refunded: number
  isDisputed: boolean
}

const disputeOrder = ['none', 'open', 'won', 'lost'] as const satisfies readonly PaymentFacts['dispute'][]

/** Facts only grow: an answer older than the known facts reverts nothing. */
export function mergeFacts(known: PaymentFacts, answer: PaymentFacts): PaymentFacts {
  const isSettled = known.status === 'paid' || (known.status !== 'open' && answer.status === 'open')
  const { dispute, disputes } = isLaterDispute(known, answer) ? answer : known
  return {
    status: isSettled ? known.status : answer.status,
    refunded: Math.max(known.refunded, answer.refunded),
    dispute,
    disputes,
  }
}

/** A bank may demand the money again after losing: a second dispute overrides the outcome of the first. */
const isLaterDispute = (known: PaymentFacts, answer: PaymentFacts) =>
  answer.disputes === known.disputes
    ? disputeOrder.indexOf(answer.dispute) > disputeOrder.indexOf(known.dispute)
    : answer.disputes > known.disputes
