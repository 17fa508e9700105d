import { describe, expect, it } from 'vitest'
import { afterClose, afterOpen, delayMs, firstPolicy, type Closing, type Policy } from './reconnect-policy.ts'

const lost: Closing = { kind: 'transport' }
const restart: Closing = { kind: 'server', code: 1012 }

function closeTimes(policy: Policy, closing: Closing, times: number) {
  const announced: (string | null)[] = []
  let current = policy
  for (let n = 0; n < times; n++) {
    const after = afterClose(current, closing)
    current = after.policy
    announced.push(after.announce)
  }
  return { policy: current, announced }
}

describe('reconnect policy', () => {
  it('announces failure after two first attempts, and goes on trying', () => {
    const after = closeTimes(firstPolicy, lost, 3)
    expect(after.announced).toEqual([null, 'failed', null])
    expect(after.policy.phase).toBe('backoff')
  })

  it('tries three times with a second between after a forced close, then backs off', () => {
    const first = afterClose(afterOpen(), restart)
    expect(first).toEqual({ policy: { phase: 'forced', failures: 0 }, announce: 'reconnecting' })
    expect([0, 0.5, 0.99].map((random) => delayMs(first.policy, random))).toEqual([1000, 1000, 1000])
    const after = closeTimes(first.policy, lost, 3)
    expect(after.announced).toEqual([null, null, 'failed'])
    expect(after.policy.phase).toBe('backoff')
  })

  it.each([lost, { kind: 'server', code: 1006 }, { kind: 'server', code: 4408 }] satisfies Closing[])(
    'backs off at once after %o',
    (closing) => {
      expect(afterClose(afterOpen(), closing)).toEqual({ policy: { phase: 'backoff', failures: 0 }, announce: 'reconnecting' })
    },
  )

  it('grows the wait from one second to five and never past it', () => {
    const waits = [0, 1, 2, 3, 9].map((failures) => delayMs({ phase: 'backoff', failures }, 0.5))
    expect(waits).toEqual([1000, 2000, 4000, 5000, 5000])
    expect(delayMs({ phase: 'backoff', failures: 0 }, 0)).toBe(500)
    expect(delayMs({ phase: 'backoff', failures: 0 }, 0.999)).toBe(1499)
    expect(delayMs({ phase: 'backoff', failures: 9 }, 0.999)).toBe(5000)
  })

  it('waits longest when the server asks for patience', () => {
    const { policy } = afterClose(afterOpen(), { kind: 'server', code: 4429 })
    expect(delayMs(policy, 0.5)).toBe(5000)
  })

  it.each([
    { kind: 'ours' },
    { kind: 'signed-out' },
    { kind: 'server', code: 1000 },
    { kind: 'server', code: 4401 },
    { kind: 'server', code: 4403 },
  ] satisfies Closing[])('never tries again after %o', (closing) => {
    const after = afterClose(afterOpen(), closing)
    expect(after.announce).toBe('ended')
    expect(afterClose(after.policy, lost).policy.phase).toBe('ended')
  })
})
