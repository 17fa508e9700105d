import { expect, it } from 'vitest'
import { newsOf } from './order-news.ts'

const pending = { state: 'pending', paidAt: null } as const
const paid = { state: 'fulfilled', paidAt: 1 } as const
const none = { dispute: 'none' } as const

it('a payment is told once, and what follows it is told, too', () => {
  expect(newsOf(pending, { state: 'fulfilled', facts: none })).toEqual(['paid'])
  expect(newsOf(paid, { state: 'fulfilled', facts: none })).toEqual([])
  expect(newsOf(pending, { state: 'refunded', facts: none })).toEqual(['paid', 'refunded'])
  expect(newsOf(pending, { state: 'disputed', facts: { dispute: 'open' } })).toEqual(['paid', 'disputed'])
})

it('an order that is not paid tells of its failure alone', () => {
  expect(newsOf(pending, { state: 'failed', facts: none })).toEqual(['failed'])
  expect(newsOf(pending, { state: 'expired', facts: none })).toEqual([])
  expect(newsOf({ state: 'failed', paidAt: null }, { state: 'fulfilled', facts: none })).toEqual(['paid'])
})

it('a dispute tells how it ended', () => {
  const disputed = { state: 'disputed', paidAt: 1 } as const
  expect(newsOf(paid, { state: 'disputed', facts: { dispute: 'open' } })).toEqual(['disputed'])
  expect(newsOf(disputed, { state: 'fulfilled', facts: { dispute: 'won' } })).toEqual(['restored'])
  expect(newsOf(disputed, { state: 'refunded', facts: { dispute: 'lost' } })).toEqual(['returned'])
})
