import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { channelName, limits } from '#shared/wire.ts'
import { isGone, isLongerThan, nextReapAt, pongText, takeEvent } from './rules.ts'

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
        expect(new TextEncoder().encode(text).byteLength).toBeLessThanOrEqual(limits.autoResponseBytes)
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

it('ten client events fit into a second; the next second starts anew', () => {
  const window = { startedAt: 0, count: 0 }
  const taken = Array.from({ length: 12 }, () => takeEvent(window, 5000, 10))
  expect(taken.filter(Boolean)).toHaveLength(10)
  expect(takeEvent(window, 5999, 10)).toBe(false)
  expect(takeEvent(window, 6000, 10)).toBe(true)
})

it('a connection is gone after 25 seconds of silence, and the next look is when the first one can be', () => {
  expect(isGone(1000, 25_999)).toBe(false)
  expect(isGone(1000, 26_000)).toBe(true)
  expect(nextReapAt([9000, 1000, 5000])).toBe(26_000)
  expect(nextReapAt([])).toBeNull()
})
