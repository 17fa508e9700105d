/**
 * What a provider says of a payment when it is asked: never what an event claims, since events come twice, late and in any order.
 * `refunded`: in minor units so far. `disputes`: how many there were; `dispute` is what became of the newest.
 */
export type PaymentFacts = {
  status: 'open' | 'paid' | 'failed' | 'expired'
  refunded: number
  dispute: 'none' | 'open' | 'won' | 'lost'
  disputes: number
}

/** A provider's answer names the amount and the currency that it was paid in. */
export type PaymentAnswer = PaymentFacts & { amount: number; currency: string }

/**
 * A payment as the provider's list has it. `isDisputed`: a bank or the payer has asked about it; what became of that, only
 * `fetchPayment` says.
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

/** Facts only grow: an answer that is older than what is known takes nothing back. */
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

/** A bank may ask again after it has lost: a second dispute comes after whatever became of the first. */
const isLaterDispute = (known: PaymentFacts, answer: PaymentFacts) =>
  answer.disputes === known.disputes
    ? disputeOrder.indexOf(answer.dispute) > disputeOrder.indexOf(known.dispute)
    : answer.disputes > known.disputes
