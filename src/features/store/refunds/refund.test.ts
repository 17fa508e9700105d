import { describe, expect, test } from 'vitest'
import { balanceAt, planBoost, planReturn, planUse, type Entry } from '#features/entitlements/contract.ts'
import type { OrderedLine } from '#features/store/order-lines.ts'
import type { PaymentAnswer, PaymentFacts } from '#features/store/payment-facts.ts'
import { planSettlement, type SettledOrder } from '#features/store/settlement/settlement.ts'
import { planRefund, planWithdrawal } from './withdrawal.ts'

const lines: OrderedLine[] = [
  { id: 'line-a', kind: 'boost', units: 5, paid: 1000 },
  { id: 'line-b', kind: 'premium', units: 1, paid: 1200 },
  { id: 'line-c', kind: 'likes', units: 10, paid: 300 },
]
const total = 2500
const open: PaymentFacts = { status: 'open', refunded: 0, dispute: 'none', disputes: 0 }
const answer = (facts: Partial<PaymentAnswer>): PaymentAnswer => ({ ...open, amount: total, currency: 'gbp', ...facts })
const order: SettledOrder = { state: 'pending', total, refundDue: null, currency: 'GBP', lines }

describe('a refund', () => {
  const roses: OrderedLine = { id: 'line-r', kind: 'gift-rose', units: 2, paid: total }
  const ofRoses = { ...order, state: 'fulfilled', lines: [roses], paidAt: 0, hasRefund: false, manyLikesSince: null } as const
  const paid = answer({ status: 'paid' })
  const granted = planSettlement({
    order: { ...ofRoses, state: 'pending' },
    known: open,
    answer: paid,
    ledger: [],
    now: 0,
  }).entries
  const rosesLeft = (ledger: readonly Entry[]) => balanceAt(ledger, 'gift-rose', 9)

  /** One of two is being sent when the other is refunded; then it is returned, because its conversation has ended. */
  function withdrawn() {
    const used = [...granted, ...[planUse(granted, 'gift-rose', 'rose', 1) ?? []].flat()]
    const plan = planWithdrawal(ofRoses, used, 2)
    if (typeof plan === 'string') throw new Error(plan)
    const after = [...used, ...plan.entries]
    return { amount: plan.amount, ledger: [...after, ...[planReturn(after, 'gift-rose', 'rose', 3) ?? []].flat()] }
  }

  test('of the unused part leaves a gift that came back later, which was not paid back', () => {
    const { amount, ledger } = withdrawn()
    expect([amount, rosesLeft(ledger)]).toEqual([total / 2, 1])
    const facts = { ...paid, refunded: amount }
    const plan = planSettlement({ order: { ...ofRoses, refundDue: amount }, known: open, answer: facts, ledger, now: 4 })
    expect([plan.state, plan.entries]).toEqual(['refunded', []])
  })

  test('of everything takes that, too, under a cause of its own', () => {
    const { amount, ledger } = withdrawn()
    const facts = { ...paid, dispute: 'lost', disputes: 1 } as const
    const plan = planSettlement({ order: { ...ofRoses, refundDue: amount }, known: open, answer: facts, ledger, now: 4 })
    const after = [...ledger, ...plan.entries]
    expect(rosesLeft(after)).toBe(0)
    expect(after.filter(({ sourceKind }) => sourceKind === 'refund').map(({ sourceId }) => sourceId)).toEqual([
      'line-r',
      'line-r:1',
    ])
  })

  test('of everything takes what was given because its boosts brought little, and ends what runs of it', () => {
    const boostLines: OrderedLine[] = [{ id: 'line-a', kind: 'boost', units: 2, paid: total }]
    const bought: Entry[] = [
      { kind: 'boost', units: 2, sourceKind: 'order', sourceId: 'line-a', startsAt: 0, expiresAt: null, createdAt: 0 },
    ]
    let ledger = bought
    const activate = (id: string) => (ledger = [...ledger, ...(planBoost(ledger, id, null, 1)?.entries ?? [])])
    const goodwill = (boost: string) =>
      (ledger = [...ledger, { ...bought[0], units: 1, sourceKind: 'goodwill', sourceId: boost, createdAt: 1 } as Entry])
    activate('first')
    activate('second')
    goodwill('first')
    activate('made of it')
    goodwill('second')
    const refundable = { ...ofRoses, lines: boostLines }
    const facts = { ...paid, dispute: 'lost', disputes: 1 } as const
    for (const plan of [
      planSettlement({ order: refundable, known: open, answer: facts, ledger, now: 2 }),
      planRefund(refundable, 'whole', ledger, 2),
    ]) {
      if (typeof plan === 'string') throw new Error(plan)
      expect(plan.endedBoosts).toEqual(['first', 'second', 'made of it'])
      expect(balanceAt([...ledger, ...plan.entries], 'boost', 2)).toBe(0)
    }
  })
})
