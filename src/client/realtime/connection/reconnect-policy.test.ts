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

const opened = afterOpen(firstPolicy)
const openPolling: Policy = { ...opened, transport: 'polling', hasSocketWorked: false }

/** Transports of the next attempts while none succeeds. */
function transportsOf(policy: Policy, times: number): string {
  const used: string[] = []
  for (let current = policy; used.length < times; current = afterClose(current, lost).policy)
    used.push(current.transport[0] ?? '')
  return used.join('')
}

describe('reconnect policy', () => {
  it('announces failure after two first attempts on each transport, and goes on trying', () => {
    const after = closeTimes(firstPolicy, lost, 5)
    expect(after.announced).toEqual([null, null, null, 'failed', null])
    expect(after.policy.phase).toBe('backoff')
  })

  it('tries a WebSocket twice and then polling at once, and lets them take turns', () => {
    expect(transportsOf(firstPolicy, 10)).toBe('wwppwwppww')
    const { policy } = closeTimes(firstPolicy, lost, 2)
    expect([policy.transport, delayMs(policy, 0.5)]).toEqual(['polling', 0])
    expect(delayMs(afterClose(firstPolicy, lost).policy, 0.5)).toBe(2000)
  })

  it('falls back to polling when a WebSocket that worked cannot be opened three times in a row', () => {
    expect(transportsOf(afterClose(opened, lost).policy, 6)).toBe('wwwppw')
    expect(transportsOf(afterClose(opened, restart).policy, 6)).toBe('wwwppw')
  })

  it('stays with polling when a polling connection is lost', () => {
    expect(transportsOf(afterClose(openPolling, lost).policy, 3)).toBe('ppw')
  })

  it('does not blame the transport for what the server says', () => {
    const busy = closeTimes(openPolling, { kind: 'server', code: 4429 }, 5).policy
    expect([busy.transport, busy.turn]).toEqual(['polling', 0])
  })

  it('switches to an open WebSocket without a word and without a wait', () => {
    const { policy, announce } = afterClose(openPolling, { kind: 'server', code: 4000 })
    expect([announce, policy.transport, policy.phase, delayMs(policy, 0.9)]).toEqual([null, 'websocket', 'open', 0])
    expect(afterClose(policy, lost).announce, 'if it is gone again by then').toBe('reconnecting')
  })

  it('tries three times with a second between after a forced close, then backs off', () => {
    const first = afterClose(opened, restart)
    expect(first).toMatchObject({ policy: { phase: 'forced', failures: 0 }, announce: 'reconnecting' })
    expect([0, 0.5, 0.99].map((random) => delayMs(first.policy, random))).toEqual([1000, 1000, 1000])
    const after = closeTimes(first.policy, lost, 3)
    expect(after.announced).toEqual([null, null, 'failed'])
    expect(after.policy.phase).toBe('backoff')
  })

  it('waits as long as the server names before the first attempt, and only then', () => {
    const named = afterClose(opened, { ...restart, reason: 'wait 12345 ms' })
    expect(named).toMatchObject({ policy: { phase: 'forced', failures: 0 }, announce: 'reconnecting' })
    expect(delayMs(named.policy, 0.5)).toBe(12_345)
    expect(delayMs(afterClose(named.policy, lost).policy, 0.5)).toBe(1000)
    expect(delayMs(afterOpen(named.policy), 0.5)).toBe(0)
  })

  it.each([4408, 4429, 1006, 1011])('waits by itself after a close with %i, whatever its reason', (code) => {
    const { policy } = afterClose(opened, { kind: 'server', code, reason: 'wait 29000 ms' })
    expect(delayMs(policy, 0.5)).toBeLessThanOrEqual(5000)
  })

  it.each([lost, { kind: 'server', code: 1006 }, { kind: 'server', code: 4408 }] satisfies Closing[])(
    'backs off at once after %o',
    (closing) => {
      expect(afterClose(opened, closing)).toMatchObject({
        policy: { phase: 'backoff', failures: 0 },
        announce: 'reconnecting',
      })
    },
  )

  it('grows the wait from one second to five and never past it', () => {
    const backoff = (failures: number): Policy => ({ ...opened, phase: 'backoff', failures })
    const waits = [0, 1, 2, 3, 9].map((failures) => delayMs(backoff(failures), 0.5))
    expect(waits).toEqual([1000, 2000, 4000, 5000, 5000])
    expect(delayMs(backoff(0), 0)).toBe(500)
    expect(delayMs(backoff(0), 0.999)).toBe(1499)
    expect(delayMs(backoff(9), 0.999)).toBe(5000)
  })

  it('waits longest when the server asks for patience', () => {
    const { policy } = afterClose(opened, { kind: 'server', code: 4429 })
    expect(delayMs(policy, 0.5)).toBe(5000)
  })

  it.each([
    { kind: 'ours' },
    { kind: 'signed-out' },
    { kind: 'server', code: 1000 },
    { kind: 'server', code: 4401 },
    { kind: 'server', code: 4403 },
  ] satisfies Closing[])('never tries again after %o', (closing) => {
    const after = afterClose(opened, closing)
    expect(after.announce).toBe('ended')
    expect(afterClose(after.policy, lost).policy.phase).toBe('ended')
  })
})
