import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceAt, planBoost, premiumUntil } from '#features/entitlements/contract.ts'
import type { OrderedLine } from '#features/store/order-lines.ts'
import type { PaymentAnswer, PaymentFacts } from '#features/store/payment-facts.ts'
import { planSettlement, type SettledOrder } from '#features/store/settlement/settlement.ts'
import { withdrawalMs } from '#features/store/order-view.ts'
import { planRefund, planWithdrawal, withdrawalOf } from './withdrawal.ts'

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

describe('a withdrawal', () => {
  const granted = planSettlement({ order, known: open, answer: answer({ status: 'paid' }), ledger: [], now: 0 }).entries
  const paid = { state: 'fulfilled', paidAt: 0, total, hasRefund: false, lines, manyLikesSince: null } as const

  test('of an untouched order pays back all of it', () => {
    expect(withdrawalOf(paid, granted, 0)).toMatchObject({ amount: total, until: withdrawalMs })
  })

  test('pays back no more than what the provider has not paid back by itself: it would refuse all of it', () => {
    expect(withdrawalOf({ ...paid, returned: 1000 }, granted, 0)).toMatchObject({ amount: total - 1000 })
    expect(planRefund({ ...paid, returned: 1000 }, 'whole', granted, 0)).toMatchObject({ amount: total - 1000 })
  })

  test('pays back what is unused, and takes exactly that from the ledger', () => {
    const used = planBoost(granted, 'a', null, 0)
    const ledger = [...granted, ...(used?.entries ?? [])].filter(({ sourceKind }) => sourceKind !== 'premium-week')
    const now = 31 * day * 0.25
    expect(withdrawalOf(paid, ledger, now)).toMatchObject({ amount: 800 + 929 + 300 })
    const plan = planWithdrawal(paid, ledger, now)
    const after = typeof plan === 'string' ? [] : [...ledger, ...plan.entries]
    expect([balanceAt(after, 'boost', now), balanceAt(after, 'likes', now), premiumUntil(after, now)]).toEqual([0, 0, null])
    expect(withdrawalOf({ ...paid, hasRefund: true }, after, now)).toBe('refunded')
  })

  test('of premium counts whole days, so that a page which is read for a while still shows what goes back', () => {
    const amountAt = (now: number) => {
      const withdrawal = withdrawalOf(paid, granted, now)
      return typeof withdrawal === 'string' ? withdrawal : withdrawal.amount
    }
    expect([amountAt(day - 1), amountAt(day), amountAt(2 * day - 1)]).toEqual([total, amountAt(day), amountAt(day)])
    expect(amountAt(day)).toBe(total - Math.round(1200 / 31))
  })

  test('of a day of premium on which more likes were given than are free pays back nothing', () => {
    const daysLeft = (now: number, manyLikesSince: number | null) => {
      const withdrawal = withdrawalOf({ ...paid, manyLikesSince }, granted, now)
      return typeof withdrawal === 'string' ? withdrawal : (withdrawal.lines[1]?.left ?? 0) / day
    }
    expect([daysLeft(1000, null), daysLeft(1000, 0), daysLeft(1000, 500), daysLeft(1000, -1)]).toEqual([31, 30, 30, 31])
    const whyAt = (likes: number | null) => {
      const withdrawal = withdrawalOf({ ...paid, manyLikesSince: likes }, granted, 1000)
      return typeof withdrawal === 'string' ? withdrawal : withdrawal.lines[1]?.why
    }
    expect([whyAt(null), whyAt(0)]).toEqual([[], ['likes']])
    // The likes of the previous day no longer count.
    expect([daysLeft(1.5 * day, 500), daysLeft(1.5 * day, day)]).toEqual([30, 29])
  })

  test('counts a week of premium as used once its boost was used, so that it is not bought and returned for boosts', () => {
    const used = planBoost(granted, 'weekly', null, 1000)
    const ledger = [...granted, ...(used?.entries ?? [])]
    const withdrawal = withdrawalOf(paid, ledger, 2000)
    // 24 of 31 days are left; the order's five boosts are unused.
    expect(withdrawal).toMatchObject({
      amount: 1000 + Math.round((1200 * 24) / 31) + 300,
      lines: [{ why: [] }, { why: ['week'] }, { why: [] }],
    })
    const late = withdrawalOf({ ...paid, paidAt: 10 * day }, ledger, 15.5 * day)
    expect(late).toMatchObject({ lines: [{}, { left: 16 * day }, {}] })
  })

  test('of the whole by an operator ends the boost of premium’s week, and one of the unused part does not', () => {
    const used = planBoost(granted, 'weekly', null, 1000)
    const ledger = [...granted, ...(used?.entries ?? [])]
    expect(planRefund(paid, 'whole', ledger, 2000)).toMatchObject({ amount: total, endedBoosts: ['weekly'] })
    expect(planRefund(paid, 'unused', ledger, 2000)).toMatchObject({ endedBoosts: [] })
    // An operator is not bound to the fourteen days.
    expect(planRefund(paid, 'unused', granted, withdrawalMs)).toMatchObject({ amount: 1000 + Math.round((1200 * 16) / 31) + 300 })
  })

  test('ends with the fourteenth day, and waits for the end of a dispute', () => {
    expect(withdrawalOf(paid, granted, withdrawalMs - 1)).toMatchObject({ until: withdrawalMs })
    expect(withdrawalOf(paid, granted, withdrawalMs)).toBe('too-late')
    expect(withdrawalOf({ ...paid, state: 'disputed' }, granted, 1)).toBe('disputed')
    expect(withdrawalOf({ ...paid, state: 'pending', paidAt: null }, [], 1)).toBe('not-paid')
  })

  test('never pays back more than was paid for a line', () => {
    fc.assert(
      fc.property(fc.nat({ max: 5 }), fc.nat({ max: 14 * day }), (uses, now) => {
        let ledger = granted
        for (let index = 0; index < uses; index++)
          ledger = [...ledger, ...(planBoost(ledger, `b${index}`, null, now)?.entries ?? [])]
        const withdrawal = withdrawalOf(paid, ledger, now)
        if (typeof withdrawal === 'string') throw new Error(withdrawal)
        for (const line of withdrawal.lines) {
          expect(line.refund).toBeGreaterThanOrEqual(0)
          expect(line.refund).toBeLessThanOrEqual(line.paid)
        }
      }),
      { seed: 20261126 },
    )
  })
})
