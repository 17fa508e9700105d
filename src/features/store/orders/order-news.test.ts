import { expect, it } from 'vitest'
import { newsOf } from './order-news.ts'

const pending = { state: 'pending', paidAt: null } as const
const paid = { state: 'fulfilled', paidAt: 1 } as const
const none = { dispute: 'none' } as const

it('a payment is news once, and so is what follows it', () => {
  expect(newsOf(pending, { state: 'fulfilled', facts: none })).toEqual(['paid'])
  expect(newsOf(paid, { state: 'fulfilled', facts: none })).toEqual([])
  expect(newsOf(pending, { state: 'refunded', facts: none })).toEqual(['paid', 'refunded'])
  expect(newsOf(pending, { state: 'disputed', facts: { dispute: 'open' } })).toEqual(['paid', 'disputed'])
})

it('an order that is not paid has no news but its failure', () => {
  expect(newsOf(pending, { state: 'failed', facts: none })).toEqual(['failed'])
  expect(newsOf(pending, { state: 'expired', facts: none })).toEqual([])
  expect(newsOf({ state: 'failed', paidAt: null }, { state: 'fulfilled', facts: none })).toEqual(['paid'])
})

it('the end of a dispute is news of its own', () => {
  const disputed = { state: 'disputed', paidAt: 1 } as const
  expect(newsOf(paid, { state: 'disputed', facts: { dispute: 'open' } })).toEqual(['disputed'])
  expect(newsOf(disputed, { state: 'fulfilled', facts: { dispute: 'won' } })).toEqual(['restored'])
  expect(newsOf(disputed, { state: 'refunded', facts: { dispute: 'lost' } })).toEqual(['returned'])
})
