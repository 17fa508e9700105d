import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceAt, planBoost, premiumOf, premiumUntil, type Entry } from '#features/entitlements/contract.ts'
import type { OrderedLine } from '#features/store/order-lines.ts'
import type { PaymentAnswer, PaymentFacts } from '#features/store/payment-facts.ts'
import { planSettlement, type SettledOrder } from './settlement.ts'
import { planRefund, planWithdrawal } from '#features/store/refunds/withdrawal.ts'

const day = 86_400_000
const lines: OrderedLine[] = [
  { id: 'line-a', kind: 'boost', units: 5, paid: 1000 },
  { id: 'line-b', kind: 'premium', units: 1, paid: 1200 },
  { id: 'line-c', kind: 'likes', units: 10, paid: 300 },
]
const total = 2500
const open: PaymentFacts = { status: 'open', refunded: 0, dispute: 'none', disputes: 0 }
const answer = (facts: Partial<PaymentAnswer>): PaymentAnswer => ({ ...open, amount: total, currency: 'gbp', ...facts })
const order: SettledOrder = { state: 'pending', total, refundDue: null, currency: 'GBP', lines }

describe('a settlement', () => {
  test('grants a paid order once, and adds nothing for the same answer', () => {
    const first = planSettlement({ order, known: open, answer: answer({ status: 'paid' }), ledger: [], now: 0 })
    expect(first).toMatchObject({ state: 'fulfilled', problem: null, premiumUntil: 31 * day, holdsPromo: true })
    expect(first.entries.map(({ kind, units, sourceId }) => [kind, units, sourceId])).toEqual([
      ['boost', 5, 'line-a'],
      ['premium', 1, 'line-b'],
      ['likes', 10, 'line-c'],
    ])
    const { state, facts: known, entries: ledger } = first
    const again = planSettlement({ order: { ...order, state }, known, answer: answer({ status: 'paid' }), ledger, now: 9 })
    expect(again).toMatchObject({ state: 'fulfilled', entries: [] })
  })

  test('grants nothing for another amount or another currency', () => {
    for (const [wrong, problem] of [
      [{ amount: total - 1 }, 'amount'],
      [{ currency: 'try' }, 'currency'],
    ] as const) {
      const plan = planSettlement({ order, known: open, answer: answer({ status: 'paid', ...wrong }), ledger: [], now: 0 })
      expect(plan).toMatchObject({ state: 'pending', problem, entries: [], facts: open })
    }
  })

  test('of wrong money that was paid back at the provider has failed, and has no problem any more', () => {
    const wrong = answer({ status: 'paid', amount: total - 1 })
    expect(planSettlement({ order, known: open, answer: { ...wrong, refunded: 10 }, ledger: [], now: 0 }).problem).toBe('amount')
    const back = planSettlement({ order, known: open, answer: { ...wrong, refunded: total - 1 }, ledger: [], now: 0 })
    expect(back).toMatchObject({ state: 'failed', problem: null, entries: [], holdsPromo: false })
    // The right payment after that counts.
    const paid = answer({ status: 'paid' })
    const after = planSettlement({ order: { ...order, state: 'failed' }, known: back.facts, answer: paid, ledger: [], now: 0 })
    expect(after.state).toBe('fulfilled')
  })

  test('freezes again for a second dispute, and gives back once it is won, too', () => {
    let ledger: Entry[] = []
    let state: SettledOrder['state'] = 'pending'
    let known = open
    const settle = (facts: Partial<PaymentAnswer>) => {
      const paid = answer({ status: 'paid', ...facts })
      const plan = planSettlement({ order: { ...order, state }, known, answer: paid, ledger, now: 1000 })
      ledger = [...ledger, ...plan.entries]
      state = plan.state
      known = plan.facts
      return [state, balanceAt(ledger, 'boost', 1000)]
    }
    expect(settle({})).toEqual(['fulfilled', 5])
    expect(settle({ dispute: 'open', disputes: 1 })).toEqual(['disputed', 0])
    expect(settle({ dispute: 'won', disputes: 1 })).toEqual(['fulfilled', 5])
    expect(settle({ dispute: 'open', disputes: 2 })).toEqual(['disputed', 0])
    expect(settle({ dispute: 'won', disputes: 1 })).toEqual(['disputed', 0])
    expect(settle({ dispute: 'won', disputes: 2 })).toEqual(['fulfilled', 5])
    expect(settle({ dispute: 'lost', disputes: 3 })).toEqual(['refunded', 0])
    expect(new Set(ledger.map(({ kind, sourceKind, sourceId }) => `${kind} ${sourceKind} ${sourceId}`)).size).toBe(ledger.length)
  })

  test('of a failed or expired payment gives the promo code back, and a payment after that takes it again', () => {
    const failed = planSettlement({ order, known: open, answer: answer({ status: 'expired' }), ledger: [], now: 0 })
    expect(failed).toMatchObject({ state: 'expired', entries: [], holdsPromo: false })
    const paid = answer({ status: 'paid' })
    const after = planSettlement({ order: { ...order, state: 'expired' }, known: failed.facts, answer: paid, ledger: [], now: 0 })
    expect(after).toMatchObject({ state: 'fulfilled', holdsPromo: true })
  })
})

/** A store in memory, whose writes are valid only for the state that was read, as enforced by the batch's first statement. */
function createModel() {
  let order: SettledOrder & { paidAt: number | null; hasRefund: boolean; manyLikesSince: null } = {
    state: 'pending',
    total,
    refundDue: null,
    currency: 'GBP',
    lines,
    paidAt: null,
    hasRefund: false,
    manyLikesSince: null,
  }
  let known = open
  let ledger: Entry[] = []
  let version = 0
  let boosts: { id: string; startsAt: number; endsAt: number }[] = []
  const settled = new Set<string>()
  const read = () => ({ order, known, ledger, version, isSettled: (event: string) => settled.has(event) })
  type Snapshot = ReturnType<typeof read>
  const holds = (seen: Snapshot) => seen.version === version && seen.ledger.length === ledger.length
  return {
    read,
    order: () => order,
    ledger: () => ledger,
    boosts: () => boosts,
    settle(event: string, seen: Snapshot, fetched: PaymentAnswer, now: number): boolean {
      const plan = planSettlement({ order: seen.order, known: seen.known, answer: fetched, ledger: seen.ledger, now })
      if (!holds(seen) || settled.has(event)) return false
      version += 1
      order = { ...order, state: plan.state, paidAt: order.paidAt ?? (plan.state === 'fulfilled' ? now : null) }
      known = plan.facts
      ledger = [...ledger, ...plan.entries]
      boosts = boosts.map((boost) =>
        plan.endedBoosts.includes(boost.id) ? { ...boost, endsAt: Math.max(boost.startsAt, Math.min(boost.endsAt, now)) } : boost,
      )
      settled.add(event)
      return true
    },
    withdraw(now: number, whole: boolean): number | null {
      const plan = whole ? planRefund(order, 'whole', ledger, now) : planWithdrawal(order, ledger, now)
      if (typeof plan === 'string') return null
      version += 1
      order = { ...order, refundDue: plan.amount, hasRefund: true }
      ledger = [...ledger, ...plan.entries]
      boosts = boosts.map((boost) =>
        plan.endedBoosts.includes(boost.id) ? { ...boost, endsAt: Math.max(boost.startsAt, Math.min(boost.endsAt, now)) } : boost,
      )
      return plan.amount
    },
    activate(id: string, now: number): void {
      const plan = planBoost(
        ledger,
        id,
        boosts.reduce<number | null>((end, { endsAt }) => Math.max(end ?? 0, endsAt), null),
        now,
      )
      if (!plan) return
      ledger = [...ledger, ...plan.entries]
      boosts = [...boosts, plan.boost]
    },
  }
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), with: fc.constantFrom('paid', 'failed', 'expired') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('dispute' as const), with: fc.constantFrom('open', 'won', 'lost') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('return' as const), part: fc.constantFrom(0.3, 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), whole: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('activate' as const) }) },
  // A delivery reads, fetches and writes; others interleave. `crash`: before the write, or after it and before the response.
  { weight: 6, arbitrary: fc.record({ do: fc.constant('read' as const), event: fc.nat(30), worker: fc.nat(2) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('fetch' as const), worker: fc.nat(2) }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('write' as const), worker: fc.nat(2), crash: fc.constantFrom('', 'before', 'after') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 3 }) }) },
)

test('over all histories of events, crashes and parallel deliveries the ledger equals the paid orders exactly', () => {
  const reached = { fulfilled: 0, refunded: 0, disputed: 0, failed: 0, lostRace: 0 }
  fc.assert(
    fc.property(fc.array(step, { minLength: 8, maxLength: 60, size: 'max' }), (steps) => {
      const model = createModel()
      let truth: PaymentAnswer = answer({})
      const events: string[] = []
      const emit = () => events.push(`event-${events.length}`)
      const acknowledged = new Set<string>()
      const workers: ({ event: string; seen: ReturnType<typeof model.read>; fetched: PaymentAnswer | null } | null)[] = [
        null,
        null,
        null,
      ]
      let now = 0
      let boosts = 0

      for (const each of steps) {
        now += 1000
        if (each.do === 'wait') now += each.days * day
        else if (each.do === 'pay') {
          if (truth.status !== 'paid') truth = { ...truth, status: each.with as PaymentFacts['status'] }
          emit()
        } else if (each.do === 'dispute') {
          // A bank may demand the money again after losing.
          const isNew = each.with === 'open'
          const from = isNew ? ['none', 'won'] : ['open']
          if (truth.status === 'paid' && from.includes(truth.dispute))
            truth = { ...truth, dispute: each.with as PaymentFacts['dispute'], disputes: truth.disputes + (isNew ? 1 : 0) }
          emit()
        } else if (each.do === 'return') {
          if (truth.status === 'paid') truth = { ...truth, refunded: Math.max(truth.refunded, Math.floor(total * each.part)) }
          emit()
        } else if (each.do === 'refund') {
          const amount = model.withdraw(now, each.whole)
          if (amount !== null) truth = { ...truth, refunded: Math.max(truth.refunded, amount) }
          emit()
        } else if (each.do === 'activate') model.activate(`boost-${boosts++}`, now)
        else if (each.do === 'read') {
          const event = events[each.event % Math.max(1, events.length)]
          if (event) workers[each.worker] = { event, seen: model.read(), fetched: null }
        } else if (each.do === 'fetch') {
          const worker = workers[each.worker]
          if (worker) worker.fetched = truth
        } else {
          const worker = workers[each.worker]
          workers[each.worker] = null
          if (!worker?.fetched || each.crash === 'before') continue
          const isDone = worker.seen.isSettled(worker.event) || model.settle(worker.event, worker.seen, worker.fetched, now)
          if (!isDone) reached.lostRace += 1
          if (isDone && each.crash === '') acknowledged.add(worker.event)
        }
      }
      // The provider repeats what was not acknowledged, in any order; the last answer of all is the truth.
      emit()
      for (const event of events.toReversed())
        if (!acknowledged.has(event) && !model.read().isSettled(event))
          expect(model.settle(event, model.read(), truth, now)).toBe(true)

      const { state } = model.order()
      const ledger = model.ledger()
      if (state in reached) reached[state as keyof typeof reached] += 1
      expect(state).toBe(expectedState(truth, model.order()))
      const wasPaid = truth.status === 'paid'
      expect(ledger.filter(({ sourceKind }) => sourceKind === 'order').map(({ sourceId }) => sourceId)).toEqual(
        wasPaid ? lines.map(({ id }) => id) : [],
      )
      const used = ledger.filter(({ sourceKind }) => sourceKind === 'use').length
      const weekly = ledger.filter(({ sourceKind }) => sourceKind === 'premium-week').length
      const isGone = state !== 'fulfilled' || model.order().hasRefund
      expect(balanceAt(ledger, 'likes', now)).toBe(isGone ? 0 : 10)
      expect(used).toBeLessThanOrEqual(5 + weekly)
      if (isGone) {
        expect([balanceAt(ledger, 'boost', now), premiumUntil(ledger, now)]).toEqual([0, null])
      } else {
        expect(balanceAt(ledger, 'boost', now)).toBeGreaterThanOrEqual(5 - used)
        const days = premiumOf(ledger).periods.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0)
        expect(days).toBe(31 * day)
      }
      const isReturned = state === 'refunded' && (truth.dispute === 'lost' || truth.refunded >= total)
      // The order is the only one, so every boost came from it, including the weeks' own.
      if (isReturned)
        for (const { startsAt, endsAt } of model.boosts()) expect(endsAt).toBeLessThanOrEqual(Math.max(startsAt, now))
      expect(new Set(ledger.map(({ kind, sourceKind, sourceId }) => `${kind} ${sourceKind} ${sourceId}`)).size).toBe(
        ledger.length,
      )
    }),
    { seed: 20261126, numRuns: 3000 },
  )
  // The histories cover each of their subjects.
  for (const times of Object.values(reached)) expect(times).toBeGreaterThan(50)
})

function expectedState(truth: PaymentFacts, { refundDue }: SettledOrder): string {
  if (truth.status !== 'paid') return truth.status === 'open' ? 'pending' : truth.status
  if (truth.dispute === 'lost' || (truth.refunded > 0 && truth.refunded >= (refundDue ?? total))) return 'refunded'
  return truth.dispute === 'open' ? 'disputed' : 'fulfilled'
}
