import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Lanes } from './lanes.ts'

type Calls = { say(text: string): Promise<string> }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createObject() {
  const log: string[] = []
  let broken: Error | null = null
  const ways = (kind: string): Calls => ({
    say: async (text) => {
      log.push(`${kind} ${text}`)
      if (broken && kind === 'lane') throw broken
      return text
    },
  })
  const lanes = new Lanes<Calls>({
    find: () => ways('stub'),
    open: () => Object.assign(ways('lane'), { [Symbol.dispose]: () => void log.push('closed') }),
  })
  const say = (text: string) => lanes.call('ben', (target) => target.say(text))
  return { say, log, breakLanes: (error: Error | null) => (broken = error) }
}

it('a call that follows another closely opens a lane, which takes all that follow', async () => {
  const { say, log } = createObject()
  await say('one')
  vi.advanceTimersByTime(1_999)
  await Promise.all([say('two'), say('three')])
  expect(log).toEqual(['stub one', 'lane two', 'lane three'])
})

it('calls that are far from each other go by themselves', async () => {
  const { say, log } = createObject()
  await say('one')
  vi.advanceTimersByTime(2_000)
  await say('two')
  expect(log).toEqual(['stub one', 'stub two'])
})

it('a lane is closed when it has been still for two seconds, and nothing keeps the object awake then', async () => {
  const { say, log } = createObject()
  await say('one')
  await say('two')
  vi.advanceTimersByTime(1_000)
  await say('three')
  vi.advanceTimersByTime(2_999)
  expect(log).not.toContain('closed')
  vi.advanceTimersByTime(1)
  expect(log.at(-1)).toBe('closed')
  expect(vi.getTimerCount()).toBe(0)
})

it('a lane with a call under way stays open', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const dispose = vi.fn<() => void>()
  const lanes = new Lanes<Calls>({
    find: () => ({ say: async (text) => text }),
    open: () => ({ say: () => promise, [Symbol.dispose]: dispose }),
  })
  await lanes.call('ben', (target) => target.say('one'))
  const answer = lanes.call('ben', (target) => target.say('two'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(dispose).not.toHaveBeenCalled()
  resolve('at last')
  expect(await answer).toBe('at last')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(dispose).toHaveBeenCalledOnce()
})

it('what a broken lane did not answer is asked again on a new stub, in the same order', async () => {
  const { say, log, breakLanes } = createObject()
  await say('one')
  await say('two')
  breakLanes(new Error('the object has ended'))
  expect(await Promise.all([say('three'), say('four')])).toEqual(['three', 'four'])
  expect(log.slice(2)).toEqual(['lane three', 'lane four', 'closed', 'stub three', 'stub four'])
})

it('an overloaded object is not asked again', async () => {
  const { say, log, breakLanes } = createObject()
  await say('one')
  breakLanes(Object.assign(new Error('too much'), { overloaded: true }))
  await expect(say('two')).rejects.toThrow('too much')
  expect(log).toEqual(['stub one', 'lane two', 'closed'])
})
