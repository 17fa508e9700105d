import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderStates, stateAfter as after, type OrderState } from './order-state.ts'
import { mergeFacts, type PaymentFacts } from './payment-facts.ts'

const stateAfter = (state: OrderState, answer: PaymentFacts) => after({ state, total: 1000, refundDue: null }, answer)

const facts = (overrides: Partial<PaymentFacts>): PaymentFacts => ({
  status: 'open',
  refunded: 0,
  dispute: 'none',
  disputes: 0,
  ...overrides,
})
const anyFacts = fc.record({
  status: fc.constantFrom('open', 'paid', 'failed', 'expired'),
  refunded: fc.integer({ min: 0, max: 1000 }),
  dispute: fc.constantFrom('none', 'open', 'won', 'lost'),
  disputes: fc.nat({ max: 2 }),
}) as fc.Arbitrary<PaymentFacts>

test('an order is paid, fails or expires as its payment does; a payment after that counts', () => {
  expect(stateAfter('pending', facts({}))).toBe('pending')
  for (const status of ['paid', 'failed', 'expired'] as const) expect(stateAfter('pending', facts({ status }))).toBe(status)
  for (const state of ['failed', 'expired'] as const) expect(stateAfter(state, facts({ status: 'paid' }))).toBe('paid')
})

test('what was paid is never open, failed or expired again', () => {
  const paid = new Set<OrderState>(['paid', 'fulfilled', 'disputed', 'refunded'])
  fc.assert(
    fc.property(fc.constantFrom(...orderStates), fc.array(anyFacts), (first, history) => {
      let state = first
      for (const each of history) {
        const next = stateAfter(state, each)
        if (paid.has(state)) expect(paid.has(next)).toBe(true)
        if (state === 'refunded') expect(next).toBe('refunded')
        if (state === 'fulfilled') expect(next).not.toBe('paid')
        state = next
      }
    }),
    { seed: 20261124 },
  )
})

test('a dispute freezes an order until it is won, and takes the money back when it is lost', () => {
  expect(stateAfter('fulfilled', facts({ status: 'paid', dispute: 'open' }))).toBe('disputed')
  expect(stateAfter('disputed', facts({ status: 'paid', dispute: 'open' }))).toBe('disputed')
  expect(stateAfter('disputed', facts({ status: 'paid', dispute: 'won' }))).toBe('fulfilled')
  expect(stateAfter('disputed', facts({ status: 'paid', dispute: 'lost' }))).toBe('refunded')
})

test('the same answer twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.constantFrom(...orderStates), anyFacts, (state, answer) => {
      const once = stateAfter(state, answer)
      expect(stateAfter(once, answer)).toBe(once)
    }),
    { seed: 20261124 },
  )
})

test('an order is refunded once all is paid back, or what our own refund asked for', () => {
  const paid = (refunded: number) => facts({ status: 'paid', refunded })
  expect([0, 999, 1000].map((refunded) => stateAfter('fulfilled', paid(refunded)))).toEqual([
    'fulfilled',
    'fulfilled',
    'refunded',
  ])
  const withdrawn = { state: 'fulfilled', total: 1000, refundDue: 400 } as const
  expect([0, 399, 400].map((refunded) => after(withdrawn, paid(refunded)))).toEqual(['fulfilled', 'fulfilled', 'refunded'])
  expect(after({ state: 'pending', total: 0, refundDue: null }, paid(0))).toBe('paid')
})

test('a second dispute counts after a won one, whatever the order of the answers', () => {
  const won = facts({ status: 'paid', dispute: 'won', disputes: 1 })
  const again = facts({ status: 'paid', dispute: 'open', disputes: 2 })
  expect(mergeFacts(won, again)).toMatchObject({ dispute: 'open', disputes: 2 })
  expect(mergeFacts(again, won)).toMatchObject({ dispute: 'open', disputes: 2 })
  expect(mergeFacts(again, { ...again, dispute: 'won' })).toMatchObject({ dispute: 'won', disputes: 2 })
  expect(mergeFacts(won, facts({ status: 'paid', dispute: 'open', disputes: 1 }))).toMatchObject({ dispute: 'won' })
  expect(stateAfter('fulfilled', again)).toBe('disputed')
})

test('facts only grow: whatever the order and the repeats of the answers, they end the same', () => {
  const growing: PaymentFacts[] = [
    facts({}),
    facts({ status: 'failed' }),
    facts({ status: 'paid' }),
    facts({ status: 'paid', refunded: 300 }),
    facts({ status: 'paid', refunded: 300, dispute: 'open' }),
    facts({ status: 'paid', refunded: 300, dispute: 'won' }),
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(growing, { minLength: 6 }), fc.array(fc.constantFrom(...growing)), (order, repeats) => {
      const last = [...order, ...repeats].reduce(mergeFacts)
      expect(last).toEqual({ status: 'paid', refunded: 300, dispute: 'won', disputes: 0 })
    }),
    { seed: 20261126 },
  )
})
