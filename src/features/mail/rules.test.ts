import { describe, expect, it } from 'vitest'
import { nextDelayS, retryDelaysS, serviceCode } from './rules.ts'

const now = Date.UTC(2026, 10, 23)
const minute = 60_000
const never = Number.MAX_SAFE_INTEGER

/** The times of all attempts after the first, in seconds, if each fails at once. */
function attemptsOf(code: string, until: number): number[] {
  const times: number[] = []
  for (let at = now; ;) {
    const delayS = nextDelayS({ code, attempts: times.length + 1, until }, at)
    if (delayS === null) return times
    at += delayS * 1000
    times.push((at - now) / 1000)
  }
}

describe('the attempts for an e-mail', () => {
  it('come at growing distances and end after half a day', () => {
    const times = attemptsOf('E_DELIVERY_FAILED', never)
    expect(times).toHaveLength(retryDelaysS.length)
    expect(times.slice(0, 3)).toEqual([5, 25, 85])
    expect(times.at(-1)).toBeGreaterThan(12 * 3600)
    expect([...retryDelaysS]).toEqual([...retryDelaysS].toSorted((a, b) => a - b))
  })

  it('with a code that lasts ten minutes are all within them', () => {
    expect(attemptsOf('unknown', now + 10 * minute)).toEqual([5, 25, 85, 265, 565])
  })

  it.each(['E_RECIPIENT_SUPPRESSED', 'E_VALIDATION_ERROR', 'E_HEADER_NOT_ALLOWED', 'unreadable', 'too-late'])(
    'are over where another would end the same: %s',
    (code) => expect(attemptsOf(code, never)).toEqual([]),
  )

  it.each(['E_DAILY_LIMIT_EXCEEDED', 'E_SENDER_NOT_VERIFIED', 'E_INTERNAL_SERVER_ERROR', 'database', 'unknown'])(
    'go on where time or an operator may help: %s',
    (code) => expect(attemptsOf(code, never)).toHaveLength(retryDelaysS.length),
  )
})

it('takes no word of the mail service but its code', () => {
  expect(serviceCode(Object.assign(new Error('ben@example.test bounced'), { code: 'E_RECIPIENT_SUPPRESSED' }))).toBe(
    'E_RECIPIENT_SUPPRESSED',
  )
  for (const error of [
    new Error('ben@example.test'),
    { code: 'ben@example.test' },
    { code: 550 },
    null,
    'E_DELIVERY_FAILED ben@example.test',
  ])
    expect(serviceCode(error)).toBe('unknown')
})
