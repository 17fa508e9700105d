import { describe, expect, it } from 'vitest'
import { reportCategories } from './contract.ts'
import { fitEvidence, isUrgent } from './rules.ts'

const message = (seq: number, text: string) => ({ seq, from: 'a', text, sentAt: seq })

describe('the evidence of a report', () => {
  it('keeps all messages that fit, in their order', () => {
    const messages = Array.from({ length: 200 }, (_, index) => message(index + 1, 'short'))
    expect(fitEvidence(messages)).toEqual({ messages, left: 0 })
    expect(fitEvidence([])).toEqual({ messages: [], left: 0 })
  })

  it('keeps all 200 of the longest ordinary messages', () => {
    const messages = Array.from({ length: 200 }, (_, index) => message(index + 1, 'ї'.repeat(2000)))
    expect(fitEvidence(messages).left).toBe(0)
  })

  it('leaves the oldest out where a row of the database would be too long', () => {
    const messages = Array.from({ length: 200 }, (_, index) => message(index + 1, '🜂'.repeat(2000)))
    const kept = fitEvidence(messages)
    expect(new TextEncoder().encode(JSON.stringify(kept)).byteLength).toBeLessThan(2_000_000)
    expect(kept.left).toBeGreaterThan(0)
    expect([kept.left + kept.messages.length, kept.messages.at(-1)?.seq]).toEqual([200, 200])
  })
})

it('only danger outside the app leads to an emergency number', () => {
  expect(reportCategories.filter(isUrgent)).toEqual(['danger'])
})
