import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { channelName, serverLimits } from '#shared/realtime/wire.ts'
import {
  enlarge,
  fullBucket,
  giveBack,
  isGone,
  isLongerThan,
  messageBucket,
  nextReapAt,
  pongText,
  take,
  takeEvent,
  type EventTimes,
} from './rules.ts'

describe('the answer to a ping', () => {
  it('is an event with the head of each channel', () => {
    expect(pongText([])).toBe('{"event":"pong","data":{}}')
    const heads = [
      { channel: channelName.conversation('a'), head: 7 },
      { channel: channelName.conversation('b'), head: 0 },
    ]
    expect(JSON.parse(pongText(heads))).toEqual({
      event: 'pong',
      data: { 'presence-conversation.a': 7, 'presence-conversation.b': 0 },
    })
  })

  it('never outgrows 2,048 bytes and keeps the newest', () => {
    const anyHeads = fc.array(fc.record({ channel: fc.stringMatching(/^presence-conversation\.[\w-]{1,64}$/), head: fc.nat() }), {
      maxLength: 80,
    })
    fc.assert(
      fc.property(anyHeads, (heads) => {
        const text = pongText(heads)
        expect(new TextEncoder().encode(text).byteLength).toBeLessThanOrEqual(serverLimits.autoResponseBytes)
        const named = Object.keys(JSON.parse(text).data)
        expect(named).toEqual([...new Set(heads.map(({ channel }) => channel))].slice(0, named.length))
      }),
      { seed: 7 },
    )
    const many = Array.from({ length: 80 }, (_, n) => ({ channel: channelName.conversation(`${n}`.padStart(22, '0')), head: n }))
    expect(Object.keys(JSON.parse(pongText(many)).data).length).toBeGreaterThan(30)
  })
})

it('a text is measured in bytes, not in characters', () => {
  expect(isLongerThan('é'.repeat(50), 100)).toBe(false)
  expect(isLongerThan('é'.repeat(51), 100)).toBe(true)
  expect(isLongerThan('x'.repeat(100), 100)).toBe(false)
  expect(isLongerThan('x'.repeat(101), 100)).toBe(true)
})

describe('client events', () => {
  it('ten fit into any second, wherever it begins', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 })
    fc.assert(
      fc.property(steps, (pauses) => {
        let [now, state]: [number, EventTimes] = [5_000, []]
        const passed: number[] = []
        for (const pause of pauses) {
          now += pause
          const taken = takeEvent(state, now, 10)
          state = taken.state
          if (taken.fits) passed.push(now)
        }
        for (const from of passed) expect(passed.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(10)
        expect(state.length).toBeLessThanOrEqual(10)
      }),
      { seed: 11 },
    )
  })

  it('pass again once the oldest is a second old, and after a clock that went backwards', () => {
    const full = Array.from({ length: 10 }, (_, n) => 5_000 + n)
    expect(takeEvent(full, 5_999, 10).fits).toBe(false)
    expect(takeEvent(full, 6_000, 10).fits).toBe(true)
    expect(takeEvent(full, 4_000, 10).fits).toBe(true)
  })
})

describe('the bucket of messages', () => {
  const { atOnce, everyMs } = messageBucket
  /** Times that mostly go on, and sometimes back. */
  const clock = fc.array(fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: -60_000, max: 0 })), {
    maxLength: 300,
  })
  const forward = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 300 })

  /** Tries one message at each time; returns the times that passed. */
  const passing = (steps: readonly number[]) => {
    let [now, state] = [1_000_000, fullBucket]
    return steps.map((step) => {
      now += step
      const taken = take(state, messageBucket, now)
      state = taken.state
      return { now, step, passed: taken.waitMs === 0 }
    })
  }

  it('is 20 at once and 2 a second', () => {
    const tries = passing([...Array.from({ length: 25 }, () => 0), 499, 1, 0, 1_000, 0, 0])
    expect(tries.map(({ passed }) => (passed ? 1 : 0)).join('')).toBe(`${'1'.repeat(20)}00000${'010110'}`)
  })

  it('never lets more than 20 and 2 for each second through, in any range of time', () => {
    fc.assert(
      fc.property(forward, (steps) => {
        const passed = passing(steps).filter((each) => each.passed)
        for (const [first, { now: from }] of passed.entries())
          for (const [last, { now: to }] of passed.entries())
            if (last >= first) expect(last - first + 1).toBeLessThanOrEqual(atOnce + Math.floor((to - from) / everyMs))
      }),
      { seed: 12 },
    )
  })

  it('has room after exactly the wait that it returned, and not a millisecond before', () => {
    fc.assert(
      fc.property(clock, fc.integer({ min: 1, max: atOnce }), (steps, cost) => {
        let [now, state] = [1_000_000, fullBucket]
        for (const step of steps) {
          now += step
          const taken = take(state, messageBucket, now, cost)
          state = taken.state
          if (taken.waitMs === 0) continue
          expect(take(state, messageBucket, now + taken.waitMs - 1, cost).waitMs).toBe(1)
          expect(take(state, messageBucket, now + taken.waitMs, cost).waitMs).toBe(0)
        }
      }),
      { seed: 13 },
    )
  })

  it('gives nothing away for a clock that goes backwards, and never waits for longer than a whole filling', () => {
    fc.assert(
      fc.property(clock, (steps) => {
        let gainedMs = 0
        let count = 0
        for (const { step, passed } of passing(steps)) {
          gainedMs += Math.max(0, step)
          count += passed ? 1 : 0
          expect(count).toBeLessThanOrEqual(atOnce + Math.floor(gainedMs / everyMs))
        }
      }),
      { seed: 14 },
    )
    const future = take(fullBucket, messageBucket, 9e12).state
    expect(take(future, messageBucket, 1_000).waitMs).toBeLessThanOrEqual(atOnce * everyMs)
  })

  it('holds again what was taken for nothing', () => {
    const { state } = take(fullBucket, messageBucket, 1_000, atOnce)
    expect(take(state, messageBucket, 1_000).waitMs).toBe(everyMs)
    expect(take(giveBack(state, messageBucket), messageBucket, 1_000).waitMs).toBe(0)
  })

  it('is enlarged in both of its sizes', () => {
    expect(enlarge(messageBucket, 10)).toEqual({ atOnce: 200, everyMs: 50 })
  })
})

it('a connection is gone after 25 seconds of silence, and the next look is when the first one can be', () => {
  expect(isGone(1000, 25_999)).toBe(false)
  expect(isGone(1000, 26_000)).toBe(true)
  expect(nextReapAt([9000, 1000, 5000])).toBe(26_000)
  expect(nextReapAt([])).toBeNull()
})
