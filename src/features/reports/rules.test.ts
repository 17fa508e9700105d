import { describe, expect, it } from 'vitest'
import { encounterPauseRule, reportCategories } from './contract.ts'
import { fitEvidence, isUrgent, pauseCauses, pauseDueAt } from './rules.ts'

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

describe('the pause from encounters', () => {
  const { windowMs } = encounterPauseRule
  const report = (reporterId: string, createdAt: number, more: Partial<Parameters<typeof pauseDueAt>[0][number]> = {}) => ({
    reporterId,
    createdAt,
    source: 'anonymous' as const,
    state: 'open' as const,
    ...more,
  })

  it('begins with the third report by somebody else within a day', () => {
    const two = [report('a', 10), report('b', 20)]
    expect(pauseDueAt(two)).toBeNull()
    expect(pauseDueAt([...two, report('b', 30)])).toBeNull()
    expect(pauseDueAt([...two, report('c', 30, { source: 'blind' }), report('d', 40)])).toBe(30)
  })

  it('does not begin where the first of three is a day old', () => {
    expect(pauseDueAt([report('a', 10), report('b', 20), report('c', 10 + windowMs)])).toBeNull()
    expect(pauseDueAt([report('a', 10), report('b', 20), report('c', 9 + windowMs)])).toBe(9 + windowMs)
  })

  it('counts neither decided reports nor those of profiles and conversations', () => {
    const two = [report('a', 10), report('b', 20)]
    for (const more of [{ state: 'dismissed' }, { state: 'acted' }, { source: 'profile' }, { source: 'conversation' }] as const)
      expect(pauseDueAt([...two, report('c', 30, more)])).toBeNull()
  })

  it('is held by the open reports of the day before it', () => {
    const [old, first, second, later] = [report('a', 1), report('b', 2), report('c', 1 + windowMs), report('d', 2 + windowMs)]
    expect(pauseCauses([old, first, second, later], 1 + windowMs)).toEqual([first, second])
  })
})
