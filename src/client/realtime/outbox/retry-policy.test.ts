import { describe, expect, it } from 'vitest'
import { afterFailure } from './retry-policy.ts'

const after = (code: Parameters<typeof afterFailure>[0]['code'], failures = 0, retryAfterS = 0) =>
  afterFailure({ code, retryAfterS }, failures)

describe('after a failed attempt a message', () => {
  it.each(['closed', 'unauthorized'] as const)('waits for the next connection or session: %s', (code) => {
    expect(after(code)).toEqual({ kind: 'later' })
    expect(after(code, 200, 90)).toEqual({ kind: 'later' })
  })

  it.each(['bad-frame', 'too-big', 'forbidden', 'conflict', 'contact-details'] as const)('is refused for good: %s', (code) => {
    expect(after(code)).toEqual({ kind: 'refused' })
    expect(after(code, 0, 3)).toEqual({ kind: 'refused' })
  })

  it('waits as long as the server says, which counts as no failure, unless that is over a minute', () => {
    expect(after('too-many', 2, 60)).toEqual({ kind: 'retry', ms: 60_000, countsAsFailure: false })
    expect(after('too-many', 0, 61)).toEqual({ kind: 'refused' })
  })

  it('fails at the first timeout, and at the third failure of another kind', () => {
    expect(after('timeout')).toEqual({ kind: 'failed' })
    expect([0, 1, 2].map((failures) => after('too-many', failures).kind)).toEqual(['retry', 'retry', 'failed'])
  })

  it('is tried again after 1, 2, 4 and then every 8 s for a quarter of an hour while the server is away', () => {
    const steps = Array.from({ length: 115 }, (_, failures) => after('unavailable', failures))
    expect(steps.at(-1)).toEqual({ kind: 'failed' })
    const waits = steps.slice(0, -1).map((step) => (step.kind === 'retry' && step.countsAsFailure ? step.ms : Number.NaN))
    expect(waits.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 8_000, 8_000])
    expect(waits.reduce((sum, ms) => sum + ms, 0) / 60_000).toBeCloseTo(15, 0)
  })
})
