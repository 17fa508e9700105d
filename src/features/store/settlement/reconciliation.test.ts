import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListedPayment } from '#features/store/payment-facts.ts'
import { differencesOf, type ComparedOrder } from './reconciliation.ts'

const day = 24 * 60 * 60_000
const now = 100 * day
const listed: ListedPayment = {
  orderId: 'order-1',
  sessionId: 'cs_1',
  status: 'paid',
  amount: 1000,
  currency: 'gbp',
  refunded: 0,
  isDisputed: false,
}
const order: ComparedOrder = {
  state: 'fulfilled',
  total: 1000,
  currency: 'GBP',
  sessionId: 'cs_1',
  status: 'paid',
  dispute: 'none',
  refund: null,
  lines: 2,
  granted: 2,
}
const kindsOf = (ours: Partial<ComparedOrder> | null, theirs: Partial<ListedPayment>) =>
  differencesOf(ours && { ...order, ...ours }, { ...listed, ...theirs }, now).map(({ kind }) => kind)

test('a payment that is what its order says differs in nothing', () => {
  expect(kindsOf({}, {})).toEqual([])
  expect(kindsOf({ state: 'pending', status: 'open', granted: 0 }, { status: 'open' })).toEqual([])
  expect(kindsOf({ state: 'expired', status: 'expired', granted: 0 }, { status: 'expired' })).toEqual([])
  expect(kindsOf({ state: 'disputed', dispute: 'open' }, { isDisputed: true })).toEqual([])
  expect(kindsOf({ state: 'refunded', dispute: 'lost' }, { isDisputed: true })).toEqual([])
})

test('a paid payment without its order is missing one, until it was paid back', () => {
  expect(differencesOf(null, listed, now)).toEqual([{ kind: 'missing-order', ours: 0, theirs: 1000 }])
  expect(kindsOf(null, { refunded: 1000 })).toEqual([])
  expect(kindsOf(null, { status: 'open' })).toEqual([])
  expect(kindsOf(null, { status: 'expired' })).toEqual([])
})

test('another amount, another currency and a second payment are named, until they were paid back', () => {
  const pending = { state: 'pending', status: 'open', granted: 0 } as const
  expect(kindsOf(pending, { amount: 999 })).toEqual(['amount'])
  expect(kindsOf(pending, { currency: 'try' })).toEqual(['currency'])
  expect(kindsOf({ sessionId: 'cs_0' }, {})).toEqual(['paid-twice'])
  expect(kindsOf(pending, { amount: 999, refunded: 999 })).toEqual([])
  expect(kindsOf({ sessionId: 'cs_0' }, { refunded: 1000 })).toEqual([])
  expect(kindsOf({ sessionId: 'cs_0' }, { status: 'expired' })).toEqual([])
})

test('what is paid is granted, and what is granted is paid; a member who is gone has no ledger', () => {
  expect(kindsOf({ state: 'pending', status: 'open', granted: 0 }, {})).toEqual(['paid-not-granted'])
  expect(kindsOf({ granted: 1 }, {})).toEqual(['paid-not-granted'])
  expect(kindsOf({ granted: null }, {})).toEqual([])
  for (const status of ['open', 'failed', 'expired'] as const) expect(kindsOf({}, { status })).toEqual(['granted-not-paid'])
})

test('refunds agree to the last minor unit; one that the provider does not have yet is waited for, for a day', () => {
  const refund = { amount: 400, createdAt: now - 1000, isAccepted: true }
  expect(kindsOf({ refund }, { refunded: 400 })).toEqual([])
  expect(differencesOf({ ...order, refund }, { ...listed, refunded: 399 }, now)).toEqual([
    { kind: 'refund', ours: 400, theirs: 399 },
  ])
  expect(kindsOf({ refund: { ...refund, isAccepted: false } }, {})).toEqual([])
  expect(kindsOf({ refund: { ...refund, isAccepted: false, createdAt: now - day } }, {})).toEqual(['refund'])
  // A part that was refunded directly at the provider, and a whole payment.
  expect(kindsOf({}, { refunded: 300 })).toEqual(['refund'])
  expect(kindsOf({}, { refunded: 1000 })).toEqual(['refund'])
  expect(kindsOf({ state: 'refunded' }, { refunded: 1000 })).toEqual([])
  expect(kindsOf({ refund }, { refunded: 1000 })).toEqual(['refund'])
})

test('a dispute that the order does not know is named', () => {
  expect(kindsOf({}, { isDisputed: true })).toEqual(['dispute'])
  expect(kindsOf({ dispute: 'won' }, { isDisputed: true })).toEqual([])
})

test('money that the provider keeps and no order of ours has earned is always a difference', () => {
  fc.assert(
    fc.property(
      fc.record({
        amount: fc.integer({ min: 1, max: 2000 }),
        currency: fc.constantFrom('gbp', 'try'),
        refunded: fc.nat({ max: 2000 }),
        sessionId: fc.constantFrom('cs_1', 'cs_2'),
      }),
      fc.record({ granted: fc.nat({ max: 2 }), hasOrder: fc.boolean() }),
      (theirs, { granted, hasOrder }) => {
        const refunded = Math.min(theirs.refunded, theirs.amount)
        const isEarned =
          hasOrder && granted === 2 && theirs.amount === 1000 && theirs.currency === 'gbp' && theirs.sessionId === 'cs_1'
        const kinds = kindsOf(hasOrder ? { granted } : null, { ...theirs, refunded })
        if (!isEarned && refunded < theirs.amount) expect(kinds.length).toBeGreaterThan(0)
        if (isEarned && refunded === 0) expect(kinds).toEqual([])
      },
    ),
    { seed: 20261127 },
  )
})
