import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReadMarker } from './read-marker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** `fails`: how many attempts fail. */
function reader({ fails = 0 } = {}) {
  const server = { fails, isOffline: false, posted: [] as number[], times: [] as number[] }
  const page = new EventTarget()
  const mark = createReadMarker({
    post: async (seq) => {
      server.posted.push(seq)
      server.times.push(Date.now())
      server.fails -= 1
      return server.fails < 0
    },
    page,
    isOffline: () => server.isOffline,
    random: () => 0,
  })
  return { server, mark, online: () => page.dispatchEvent(new Event('online')) }
}

it('a post that failed is retried by itself, with growing pauses, until it is answered', async () => {
  const { server, mark } = reader({ fails: 3 })
  const start = Date.now()
  mark(5)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.posted).toEqual([5, 5, 5, 5])
  expect(server.times.map((time) => time - start)).toEqual([0, 1000, 3000, 7000])
  expect(vi.getTimerCount()).toBe(0)
})

it('an answered post is not repeated, nor is one with a lower seq', async () => {
  const { server, mark } = reader()
  mark(5)
  await vi.advanceTimersByTimeAsync(1)
  mark(5)
  mark(4)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(server.posted).toEqual([5])
})

it('a server that stays away is asked ten times in some three minutes, and then only for a reason', async () => {
  const { server, mark, online } = reader({ fails: Infinity })
  mark(5)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.posted).toHaveLength(10)
  expect((server.times.at(-1) ?? 0) - (server.times[0] ?? 0)).toBeLessThan(200_000)
  mark(6)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.posted.slice(10)).toEqual([6])
  server.fails = 1
  online()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.posted.slice(11)).toEqual([6, 6])
})

it('many messages while the server is away are one post of the newest, and hurry no retry', async () => {
  const { server, mark } = reader({ fails: 1 })
  mark(1)
  await vi.advanceTimersByTimeAsync(1)
  for (let seq = 2; seq <= 100; seq += 1) mark(seq)
  expect(server.posted).toEqual([1])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.posted).toEqual([1, 100])
})

it('offline it waits for the network, and says then what was seen and no more', async () => {
  const { server, mark, online } = reader({ fails: 1 })
  server.isOffline = true
  mark(7)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(server.posted).toEqual([7])
  server.isOffline = false
  online()
  online()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.posted).toEqual([7, 7])
})

it('messages seen while a post is on its way are posted after it', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const posted: number[] = []
  const post = (seq: number) => {
    posted.push(seq)
    return seq === 1 ? promise : Promise.resolve(true)
  }
  const mark = createReadMarker({ post, page: new EventTarget(), isOffline: () => false })
  for (const seq of [1, 2, 3]) mark(seq)
  expect(posted).toEqual([1])
  resolve(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(posted).toEqual([1, 3])
})
