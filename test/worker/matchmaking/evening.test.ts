import { afterEach, expect, it, vi } from 'vitest'
import { createDater, datesBy, minuteMs, statesOf, stopClock, type Dater } from '#test/support/worker/dates.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import { aRound, choiceIn, newLanguage, seatBy } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 120_000 })
afterEach(() => void vi.useRealTimers())

const people = 300
/** Members are created and connected so many at a time. */
const atOnce = 25
const longestMs = 2_000

async function inPortions<Made>(count: number, make: (index: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let from = 0; from < count; from += atOnce)
    made.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => make(from + index)))))
  return made
}

const isOffered = (dater: Dater) => statesOf(dater).includes('offered')

// Measured again if other programs of the machine were in the way.
it('300 who have booked the same slot see their offer within two seconds of it', { retry: 2 }, async () => {
  const clock = stopClock()
  const [slot, language] = [clock.now() + 30 * minuteMs, newLanguage()]
  const daters = await inPortions(people, async () => {
    const dater = await createDater()
    await datesBy(dater).bookDate(slot, choiceIn(language))
    return dater
  })
  await clock.to(slot - 5 * minuteMs, daters)
  await eventually(
    async () => (await Promise.all(daters.map((dater) => seatBy(dater).read()))).every(({ state }) => state === 'waiting'),
    'everyone in the lobby',
  )
  expect(daters.filter(isOffered)).toEqual([])
  vi.setSystemTime(slot)
  const startedAt = performance.now()
  await aRound('blind')
  await eventually(async () => daters.every(isOffered), 'an offer for everyone')
  const tookMs = performance.now() - startedAt
  console.info(`${people} saw their offer within ${Math.round(tookMs)} ms`)
  expect(tookMs).toBeLessThanOrEqual(longestMs)
  const seats = await Promise.all(daters.map((dater) => seatBy(dater).read()))
  const dates = Map.groupBy(seats, (seat) => (seat.state === 'paired' ? seat.id : ''))
  expect([dates.size, ...new Set([...dates.values()].map(({ length }) => length))]).toEqual([people / 2, 2])
})
