import { premiumUntil, type Entry } from '#features/entitlements/contract.ts'
import { boostsOf, goodwillOf, refundEntries, restOf, type OrderedLine } from '#features/store/order-lines.ts'
import { stateAfter, type OrderMoney, type OrderState } from '#features/store/order-state.ts'
import { mergeFacts, type PaymentAnswer, type PaymentFacts } from '#features/store/payment-facts.ts'

export type SettledOrder = OrderMoney & { currency: string; lines: readonly OrderedLine[] }

/** What one settlement writes. `endedBoosts`: activated boosts that end at once. */
export type SettlementPlan = {
  state: OrderState
  facts: PaymentFacts
  /** The answer's money does not match the order: then it changes nothing else. */
  problem: 'amount' | 'currency' | null
  entries: Entry[]
  endedBoosts: string[]
  premiumUntil: number | null
  /** The order counts as a use of its promo code, unless it has failed or expired. */
  holdsPromo: boolean
}

export type SettlementInput = {
  order: SettledOrder
  /** The facts stored by the last settlement. */
  known: PaymentFacts
  answer: PaymentAnswer
  /** The member's whole ledger, in the order of writing. */
  ledger: readonly Entry[]
  now: number
}

/**
 * Decides what a provider's answer changes in an order and its member's ledger. It reads the ledger, not the order's previous
 * state. So the same answer twice adds nothing, and a missed step is caught up.
 */
export function planSettlement({ order, known, answer, ledger, now }: SettlementInput): SettlementPlan {
  const problem = problemOf(order, answer)
  const facts = problem
    ? known
    : mergeFacts(known, problemIsOver(order, answer) ? { ...answer, status: 'failed', refunded: 0 } : answer)
  const asked = stateAfter(order, facts)
  const state = asked === 'paid' ? 'fulfilled' : asked
  const isReturned = !problem && state === 'refunded' && (facts.dispute === 'lost' || facts.refunded >= order.total)
  const granted = problem ? [] : entriesFor(order, { state, isReturned }, ledger, now)
  const taken = isReturned ? goodwillOf(order.lines, [...ledger, ...granted], now) : { entries: [], boosts: [] }
  const entries = [...granted, ...taken.entries]
  return {
    state,
    facts,
    problem,
    entries,
    endedBoosts: isReturned ? [...boostsOf(order.lines, ledger), ...taken.boosts] : [],
    premiumUntil: premiumUntil([...ledger, ...entries], now),
    holdsPromo: state !== 'failed' && state !== 'expired',
  }
}

function problemOf(order: SettledOrder, answer: PaymentAnswer): SettlementPlan['problem'] {
  if (isRightMoney(order, answer) || problemIsOver(order, answer)) return null
  return answer.currency.toUpperCase() === order.currency ? 'amount' : 'currency'
}

const isRightMoney = ({ currency, total }: SettledOrder, { status, currency: paidIn, amount }: PaymentAnswer) =>
  status !== 'paid' || (paidIn.toUpperCase() === currency && amount === total)

/** All of the wrong amount was refunded at the provider: that payment has failed. */
const problemIsOver = (order: SettledOrder, answer: PaymentAnswer) =>
  !isRightMoney(order, answer) && answer.refunded >= answer.amount

type Outcome = { state: OrderState; isReturned: boolean }

function entriesFor(order: SettledOrder, { state, isReturned }: Outcome, ledger: readonly Entry[], now: number): Entry[] {
  if (state !== 'fulfilled' && state !== 'disputed' && state !== 'refunded') return []
  const added: Entry[] = []
  const add = (line: OrderedLine, entry: Pick<Entry, 'sourceKind' | 'sourceId' | 'units'>) =>
    added.push({ ...entry, kind: line.kind, startsAt: now, expiresAt: null, createdAt: now })
  for (const line of order.lines) {
    if (!isGranted(line, ledger)) add(line, { sourceKind: 'order', sourceId: line.id, units: line.units })
    const { left, frozen } = restOf(line, [...ledger, ...added], now)
    const number = countOf('freeze', line, ledger)
    if (state === 'disputed' && left > 0) add(line, { sourceKind: 'freeze', sourceId: `${line.id}:${number}`, units: -left })
    if (state !== 'disputed' && frozen > 0) add(line, { sourceKind: 'thaw', sourceId: `${line.id}:${number - 1}`, units: frozen })
    // A refund of the unused part has already taken that back itself; a gift returned since then was not refunded.
    if (isReturned) added.push(...refundEntries([line], [...ledger, ...added], now))
  }
  return added
}

const isGranted = (line: OrderedLine, ledger: readonly Entry[]) =>
  ledger.some((entry) => entry.sourceKind === 'order' && entry.sourceId === line.id)

const countOf = (kind: Entry['sourceKind'], line: OrderedLine, ledger: readonly Entry[]) =>
  ledger.filter((entry) => entry.sourceKind === kind && entry.sourceId.startsWith(`${line.id}:`)).length
