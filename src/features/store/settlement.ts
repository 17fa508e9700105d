import type { EntitlementKind } from '#shared/entitlement-kind.ts'
import type { Entry } from '#features/entitlements/contract.ts'
import { lotsOf, premiumOf, premiumUntil, usedWeeksOf } from '#features/entitlements/contract.ts'
import { mergeFacts, stateAfter, type OrderMoney, type OrderState, type PaymentFacts } from './order-state.ts'

/** A line of an order: `units` of the whole line, and what was paid for it. Its id is the cause in the ledger's entries. */
export type OrderedLine = { id: string; kind: EntitlementKind; units: number; paid: number }
export type SettledOrder = OrderMoney & { currency: string; lines: readonly OrderedLine[] }
/** A provider's answer includes the amount and the currency of the payment. */
export type PaymentAnswer = PaymentFacts & { amount: number; currency: string }

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

/** The entries that take back the unused part of lines. Activated boosts count as used. */
export function refundEntries(lines: readonly OrderedLine[], ledger: readonly Entry[], now: number): Entry[] {
  return lines.flatMap((line) => {
    const { left } = restOf(line, ledger, now)
    return left === 0 ? [] : [takenEntry({ grant: line.id, kind: line.kind, units: left }, ledger, now)]
  })
}

/** Units taken back from those that one ledger entry granted. */
type Taken = { grant: string; kind: EntitlementKind; units: number }

/** Causes are unique, so a second refund of one grant, such as for a gift returned after the first, has a number. */
function takenEntry({ grant, kind, units }: Taken, ledger: readonly Entry[], now: number): Entry {
  const earlier = ledger.filter(
    (entry) => entry.sourceKind === 'refund' && entry.kind === kind && `${entry.sourceId}:`.startsWith(`${grant}:`),
  ).length
  const sourceId = earlier === 0 ? grant : `${grant}:${earlier}`
  return { sourceKind: 'refund', sourceId, units: -units, kind, startsAt: now, expiresAt: null, createdAt: now }
}

/**
 * Goodwill units given because boosts of these lines achieved little: a full refund takes them back. `boosts`: those activated
 * from them.
 */
export function goodwillOf(
  lines: readonly OrderedLine[],
  ledger: readonly Entry[],
  now: number,
): { entries: Entry[]; boosts: string[] } {
  const causes = new Set(boostsOf(lines, ledger))
  const given = lotsOf(ledger, 'boost').filter(({ source, sourceKind }) => sourceKind === 'goodwill' && causes.has(source))
  return {
    entries: given.flatMap(({ source, left }) =>
      left === 0 ? [] : [takenEntry({ grant: source, kind: 'boost', units: left }, ledger, now)],
    ),
    boosts: given.flatMap(({ uses }) => uses),
  }
}

/** Units of a line that are left and frozen. For premium: all its months, if any of its time is left. */
export function restOf(
  { id, kind, units }: OrderedLine,
  ledger: readonly Entry[],
  now: number,
): { left: number; frozen: number } {
  if (kind !== 'premium') {
    const lot = lotsOf(ledger, kind).find(({ source }) => source === id)
    return { left: lot?.left ?? 0, frozen: lot?.frozen ?? 0 }
  }
  const { periods, frozen } = premiumOf(ledger)
  const isLeft = periods.some(({ source, startsAt, endsAt }) => source === id && startsAt < endsAt && endsAt > now)
  return { left: isLeft ? units : 0, frozen: frozen.has(id) ? units : 0 }
}

/** Boosts that were activated from these lines, or from the weeks of their premium. */
export function boostsOf(lines: readonly OrderedLine[], ledger: readonly Entry[]): string[] {
  const ids = new Set(lines.map(({ id }) => id))
  const grants = new Map(usedWeeksOf(ledger).map(({ week, source }) => [week, source]))
  return lotsOf(ledger, 'boost').flatMap(({ source, uses }) => (ids.has(grants.get(source) ?? source) ? uses : []))
}
