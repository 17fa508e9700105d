import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dateTimes } from '#features/encounters/contract.ts'
import { crashEncounter, encounterOf } from '#test/support/worker/encounter.ts'
import {
  createDater,
  datesBy,
  forwardDate,
  lookAt,
  meet,
  minuteMs,
  openPhone,
  stopClock,
  untilFree,
  wakeHub,
  type Dater,
} from '#test/support/worker/dates.ts'
import { createMember } from '#test/support/worker/members.ts'
import { crashHub, inHub } from '#test/support/worker/objects.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'
import { choiceIn, crashMatchmaker, newLanguage, peopleIn, seatBy, untilPaired } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => void vi.useRealTimers())

const hour = 60 * minuteMs
const people = (language: string) => peopleIn(language, 'blind')

it('a crash of everything after each step changes nothing of an evening', async () => {
  const clock = stopClock()
  const [slot, language] = [clock.now() + hour, newLanguage()]
  const daters: [Dater, Dater] = [await createDater(), await createDater()]
  const crashAll = async (id?: string) => {
    await Promise.all(daters.map((dater) => crashHub(dater.id)))
    await crashMatchmaker('blind')
    if (id !== undefined) await crashEncounter(id)
    for (const dater of daters) dater.phone = await openPhone(dater)
  }
  for (const dater of daters) await datesBy(dater).bookDate(slot, choiceIn(language))
  await crashAll()
  await clock.to(slot - 5 * minuteMs, daters)
  expect((await Promise.all(daters.map(lookAt))).flatMap(({ booked }) => booked)).toEqual([
    { slot, state: 'lobby' },
    { slot, state: 'lobby' },
  ])
  await crashAll()
  expect(await people(language)).toBe(2)
  await clock.to(slot, daters)
  await crashAll()
  const { id } = await meet(daters)
  await crashAll(id)
  for (const { id: member } of daters) expect(await encounterOf(id).act(member, { kind: 'accept' })).toMatchObject({ ok: true })
  await crashAll(id)
  // What a crash has cut off may have moved the clock.
  await forwardDate(id, Date.now() + dateTimes.talkMs)
  await crashAll(id)
  for (const { id: member } of daters) await encounterOf(id).act(member, { kind: 'vote', yes: true })
  await crashAll(id)
  await eventually(async () => {
    await forwardDate(id, Date.now() + 3_000)
    return (await Promise.all(daters.map((dater) => seatBy(dater).read()))).every(({ state }) => state === 'free')
  }, 'the match')
  const past = [{ at: slot, outcome: 'matched', id }]
  expect(await Promise.all(daters.map(lookAt))).toEqual([
    { booked: [], past },
    { booked: [], past },
  ])
})

it('a hub that crashes when it has opened the lobby, before anybody was let in, lets them in', async () => {
  const clock = stopClock()
  const [slot, language] = [clock.now() + hour, newLanguage()]
  const anna = await createDater()
  await datesBy(anna).bookDate(slot, choiceIn(language))
  await inHub(anna.id, "UPDATE bookings SET state = 'lobby'")
  await crashHub(anna.id)
  vi.setSystemTime(slot - 4 * minuteMs)
  await openPhone(anna)
  await eventually(async () => (await people(language)) === 1, 'her wait')
})

it('a hub that crashes before it has closed a lobby closes it', async () => {
  const clock = stopClock()
  const [slot, language] = [clock.now() + hour, newLanguage()]
  const anna = await createDater()
  await datesBy(anna).bookDate(slot, choiceIn(language))
  await clock.to(slot - 5 * minuteMs, [anna])
  await crashHub(anna.id)
  await clock.to(slot + 20 * minuteMs)
  await wakeHub(anna)
  await wakeHub(anna)
  await untilFree(anna)
  expect(await lookAt(anna)).toMatchObject({ booked: [], past: [{ at: slot }] })
})

it('a database that is away keeps nobody out for long', async () => {
  const clock = stopClock()
  const [slot, language] = [clock.now() + hour, newLanguage()]
  const anna = await createMember()
  await datesBy(anna).bookDate(slot, choiceIn(language))
  await clock.to(slot - 5 * minuteMs)
  // The hub's own table for the wait is away; a lobby that cannot be entered is tried again.
  await inHub(anna.id, 'ALTER TABLE seat RENAME TO seat_away')
  expect((await lookAt(anna)).booked).toEqual([{ slot, state: 'lobby' }])
  await inHub(anna.id, 'ALTER TABLE seat_away RENAME TO seat')
  await openPhone(anna)
  await clock.to(slot - 5 * minuteMs + 6_000)
  await wakeHub(anna)
  expect(await seatBy(anna).read()).toMatchObject({ state: 'waiting', slot })
  const ben = await createDater()
  await datesBy(ben).bookDate(slot, choiceIn(language))
  await clock.to(slot, [ben])
  await meet([anna, ben])
  await untilPaired(anna)
})
