import { expect, it, vi } from 'vitest'
import type { Leased, LeaseReport } from '#shared/realtime/direct/direct-socket.ts'
import { Leases } from './leases.ts'

const lent = (granted: number): Leased => ({ granted, isPaid: false, waitMs: 0 })

/** Leases of five, whose hub answers when the test says so. */
function setUp() {
  const asked: (PromiseWithResolvers<Leased> & { report: LeaseReport })[] = []
  const leases = new Leases(5, 4_000, (_, report) => {
    const answer = { ...Promise.withResolvers<Leased>(), report }
    asked.push(answer)
    return answer.promise
  })
  /** The names of those that were served, in their order, with how long they have to wait. */
  const served: string[] = []
  const take = (name: string) =>
    leases.take('anna').then(
      (waitMs) => void served.push(waitMs === 0 ? name : `${name} waits ${waitMs}`),
      () => void served.push(`${name} failed`),
    )
  return { asked, leases, served, take }
}

it('a message that comes later does not pass one that waits for the hub', async () => {
  const { asked, leases, served, take } = setUp()
  const report = leases.report('anna')
  const waiting = [take('first'), take('second')]
  leases.settle('anna', report, 0)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  leases.giveBack('anna')
  waiting.push(take('third'))
  asked[0]?.resolve(lent(5))
  await Promise.all(waiting)
  expect(served).toEqual(['first', 'second', 'third'])
})

it('one question to the hub is for all who wait, and so is its refusal', async () => {
  const { asked, served, take } = setUp()
  const waiting = ['first', 'second', 'third'].map(take)
  asked[0]?.resolve({ granted: 0, isPaid: false, waitMs: 400 })
  await Promise.all(waiting)
  expect(asked).toHaveLength(1)
  expect(served).toEqual(['first waits 400', 'second waits 400', 'third waits 400'])
})

it('what the hub has counted itself is for the first, and the next one asks again', async () => {
  const { asked, served, take } = setUp()
  const first = take('first')
  const second = take('second')
  asked[0]?.resolve({ granted: 0, isPaid: true, waitMs: 0 })
  await first
  expect(asked).toHaveLength(2)
  asked[1]?.resolve(lent(1))
  await second
  expect(served).toEqual(['first', 'second'])
})

it.each(['a report that is under way', 'its own question'])('waits no longer than four seconds for %s', async (awaited) => {
  vi.useFakeTimers()
  try {
    const { leases, served, take } = setUp()
    if (awaited === 'a report that is under way') leases.report('anna')
    const waiting = [take('first'), take('second')]
    await vi.advanceTimersByTimeAsync(3_900)
    expect(served).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    await Promise.all(waiting)
    expect(served).toEqual(['first failed', 'second failed'])
  } finally {
    vi.useRealTimers()
  }
})

it('a hub that fails fails those who wait, and none after them', async () => {
  const { asked, leases, served, take } = setUp()
  const waiting = [take('first'), take('second')]
  asked[0]?.reject(new Error('away'))
  await Promise.all(waiting)
  const third = take('third')
  expect(asked[1]?.report, 'nothing was sent').toEqual({ held: 0, used: 0, wanted: 5 })
  asked[1]?.resolve(lent(5))
  await third
  expect(served).toEqual(['first failed', 'second failed', 'third'])
  expect(leases.report('anna')).toEqual({ held: 4, used: 1, wanted: 1 })
})
