import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits, type WireMessage } from '#shared/realtime/wire.ts'
import { cleanText, nextSentAt, retryDelayMs, takePage } from './rules.ts'

const typed = (text: string) => {
  const clean = cleanText(text)
  return clean.ok ? clean.text : clean.code
}

describe('a message text', () => {
  it('is trimmed and keeps its own lines', () => {
    expect(typed('  one\r\ntwo\rthree\n\n')).toBe('one\ntwo\nthree')
  })

  it('loses control characters and marks that turn the direction of text', () => {
    expect(typed('a\u0000b\u001bc\u009fd\u202ee\u2066f')).toBe('abcdef')
  })

  it('keeps the joiners of emoji and of scripts that need them', () => {
    expect(typed('👩‍👩‍👧')).toBe('👩‍👩‍👧')
    expect(typed('نامه‌ای')).toBe('نامه‌ای')
  })

  it('of nothing visible counts as missing', () => {
    for (const text of ['', ' \n\t', '\u200b', '\u200d \ufeff', '\u0007']) expect(typed(text)).toBe('required')
  })

  it('may have 2,000 characters, counted as people count them', () => {
    expect(typed('💛'.repeat(2000))).toBe('💛'.repeat(2000))
    expect(typed('💛'.repeat(2001))).toBe('too-long')
    expect(typed('x'.repeat(2001))).toBe('too-long')
    expect(typed(`  ${'x'.repeat(2000)}  `)).toBe('x'.repeat(2000))
  })

  it('with half a surrogate pair becomes well-formed', () => {
    expect(typed('a\ud83d')).toBe('a\ufffd')
  })

  it('that is clean stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const once = typed(text)
        fc.pre(once !== 'required')
        expect(typed(once)).toBe(once)
      }),
      { seed: 7 },
    )
  })
})

describe('a page of messages', () => {
  const message = (seq: number, text: string): WireMessage => ({ epoch: 'e', seq, cid: `cid-${seq}`, from: 'm', text, sentAt: 1 })

  it('holds 300 short messages', () => {
    const all = Array.from({ length: 400 }, (_, n) => message(n + 1, 'hello'))
    expect(takePage(all)).toEqual(all.slice(0, 300))
    expect(takePage(all, 50)).toHaveLength(50)
  })

  it('is the longest beginning that fits into a frame, and never empty', () => {
    const texts = fc.array(
      fc.nat({ max: 2000 }).map((length) => '💛'.repeat(length)),
      { minLength: 1, maxLength: 30 },
    )
    fc.assert(
      fc.property(texts, (list) => {
        const all = list.map((text, n) => message(n + 1, text))
        const page = takePage(all)
        expect(page.length).toBeGreaterThan(0)
        expect(page).toEqual(all.slice(0, page.length))
        expect(new TextEncoder().encode(JSON.stringify(page)).byteLength).toBeLessThanOrEqual(limits.frameBytes)
      }),
      { seed: 7, numRuns: 50 },
    )
  })
})

it('a failed delivery is tried again after half a second, then twice as long, at most 30 seconds', () => {
  expect([1, 2, 3, 7, 8, 100].map((failures) => retryDelayMs(failures))).toEqual([500, 1000, 2000, 30_000, 30_000, 30_000])
  expect(retryDelayMs(1, true), 'an overloaded object').toBe(30_000)
})

it('a clock that goes back does not send a message before the one it follows', () => {
  expect(nextSentAt(1000, 900)).toBe(1000)
  expect(nextSentAt(900, 1000)).toBe(1000)
})
