import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderStates, stateAfter, type OrderState, type PaymentFacts } from './order-state.ts'

const facts = (overrides: Partial<PaymentFacts>): PaymentFacts => ({ status: 'open', refunded: 0, dispute: 'none', ...overrides })
const anyFacts = fc.record({
  status: fc.constantFrom('open', 'paid', 'failed', 'expired'),
  refunded: fc.constant(0),
  dispute: fc.constantFrom('none', 'open', 'won', 'lost'),
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
