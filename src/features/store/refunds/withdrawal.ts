import { premiumOf, usedWeeksOf, type Entry } from '#features/entitlements/contract.ts'
import { share } from '#features/store/money.ts'
import type { OrderState } from '#features/store/order-state.ts'
import { boostsOf, goodwillOf, refundEntries, restOf, type OrderedLine } from '#features/store/order-lines.ts'
import {
  withdrawalMs,
  type UsedEarly,
  type Withdrawal,
  type WithdrawalLine,
  type WithdrawalRefusal,
} from '#features/store/order-view.ts'

const dayMs = 24 * 60 * 60_000

export type RefundableOrder = {
  state: OrderState
  paidAt: number | null
  total: number
  hasRefund: boolean
  /** What the provider has refunded directly, outside our pages: only the rest can still be refunded. */
  returned?: number
  lines: readonly OrderedLine[]
  /** Since when the member's newest likes have exceeded a day's free ones, in ms; null if they do not. */
  manyLikesSince: number | null
}

/**
 * The unused part of each line, in proportion to what was paid for it; computed in the same way when shown and when confirmed.
 */
export function withdrawalOf(order: RefundableOrder, ledger: readonly Entry[], now: number): Withdrawal | WithdrawalRefusal {
  const refusal = refusalOf(order)
  if (refusal) return refusal
  const until = (order.paidAt ?? now) + withdrawalMs
  if (now >= until) return 'too-late'
  const unused = unusedPart(order, ledger, now)
  return unused.amount === 0 ? 'nothing-left' : { ...unused, until }
}

function refusalOf({ hasRefund, state, paidAt }: RefundableOrder): WithdrawalRefusal | null {
  if (hasRefund || state === 'refunded') return 'refunded'
  if (state === 'disputed') return 'disputed'
  return state !== 'fulfilled' || paidAt === null ? 'not-paid' : null
}

const payable = ({ total, returned = 0 }: RefundableOrder) => Math.max(0, total - returned)

function unusedPart(order: RefundableOrder, ledger: readonly Entry[], now: number) {
  const lines = order.lines.map((line) => unusedOf(line, order, ledger, now))
  const unused = lines.reduce((sum, { refund }) => sum + refund, 0)
  return { lines, amount: Math.min(unused, payable(order)) }
}

function unusedOf(line: OrderedLine, { manyLikesSince }: RefundableOrder, ledger: readonly Entry[], now: number): WithdrawalLine {
  const { left, granted, why } =
    line.kind === 'premium' ? premiumRest(line, ledger, manyLikesSince, now) : piecesRest(line, ledger, now)
  return { id: line.id, granted, left, paid: line.paid, refund: granted === 0 ? 0 : share(line.paid, left, granted), why }
}

const piecesRest = (line: OrderedLine, ledger: readonly Entry[], now: number) => ({
  granted: line.units,
  left: restOf(line, ledger, now).left,
  why: [],
})

/** A week whose boost was used counts as used to its end: otherwise premium could be bought and returned for boosts alone. */
function premiumRest({ id }: OrderedLine, ledger: readonly Entry[], manyLikesSince: number | null, now: number) {
  const own = premiumOf(ledger).periods.filter(({ source }) => source === id)
  const granted = own.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0)
  const weeks = usedWeeksOf(ledger).filter(({ source }) => source === id)
  const usedUntil = Math.max(now, ...weeks.map(({ endsAt }) => endsAt))
  const leftAfter = (until: number, likes: number | null) =>
    own.reduce((sum, period) => sum + unusedTime(period, until, likes), 0)
  const left = leftAfter(usedUntil, manyLikesSince)
  const why: UsedEarly[] = [
    ...(leftAfter(usedUntil, null) < leftAfter(now, null) ? (['week'] as const) : []),
    ...(left < leftAfter(usedUntil, null) ? (['likes'] as const) : []),
  ]
  return { granted, left, why }
}

/**
 * A day that has begun does not count as used yet, so the amount does not change while the member reads it. It does once more
 * likes were given that day than are free: otherwise premium could be bought and returned every day for nothing.
 */
function unusedTime(
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
  usedUntil: number,
  manyLikesSince: number | null,
): number {
  const days = Math.max(0, Math.ceil((endsAt - Math.max(startsAt, usedUntil)) / dayMs))
  const begunAt = Math.max(startsAt, endsAt - days * dayMs)
  const unused = manyLikesSince !== null && manyLikesSince >= begunAt ? Math.max(0, days - 1) : days
  return Math.min(unused * dayMs, endsAt - startsAt)
}

export type RefundPlan = { amount: number; entries: Entry[]; endedBoosts: string[] }

/** A member's withdrawal: the unused part. Activated boosts continue, because they are not refunded. */
export function planWithdrawal(order: RefundableOrder, ledger: readonly Entry[], now: number): RefundPlan | WithdrawalRefusal {
  const withdrawal = withdrawalOf(order, ledger, now)
  if (typeof withdrawal === 'string') return withdrawal
  return { amount: withdrawal.amount, entries: refundEntries(order.lines, ledger, now), endedBoosts: [] }
}

/** What an operator may refund: the whole payment, or the unused part. */
export const refundParts = ['whole', 'unused'] as const
export type RefundPart = (typeof refundParts)[number]

/** An operator's refund, at any time. A refund of the whole payment also ends active boosts. */
export function planRefund(
  order: RefundableOrder,
  part: RefundPart,
  ledger: readonly Entry[],
  now: number,
): RefundPlan | WithdrawalRefusal {
  const refusal = refusalOf(order)
  if (refusal) return refusal
  const amount = part === 'whole' ? payable(order) : unusedPart(order, ledger, now).amount
  if (amount === 0) return 'nothing-left'
  const entries = refundEntries(order.lines, ledger, now)
  if (part === 'unused') return { amount, entries, endedBoosts: [] }
  const taken = goodwillOf(order.lines, ledger, now)
  return { amount, entries: [...entries, ...taken.entries], endedBoosts: [...boostsOf(order.lines, ledger), ...taken.boosts] }
}
