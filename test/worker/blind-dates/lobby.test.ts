import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { encounterPauses, members, profiles } from '#db/schema.ts'
import { bookedAtMost } from '#features/encounters/dates/contract.ts'
import { restrictMember } from '#features/restriction/server/public.ts'
import { profileActions } from '#features/profile/contract.ts'
import { pairUp } from '#test/support/worker/encounter.ts'
import {
  anyProfile,
  createDater,
  datesBy,
  lookAt,
  meet,
  minuteMs,
  openPhone,
  statesOf,
  stopClock,
  untilFree,
  wakeHub,
  type Dater,
} from '#test/support/worker/dates.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { eventually, newId } from '#test/support/worker/realtime-client.ts'
import { choiceIn, aRound, newLanguage, peopleIn, seatBy, start, untilPaired, wishFor } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const people = (language: string) => peopleIn(language, 'blind')
const seatOf = (member: TestMember) => seatBy(member).read()
const toIso = (at: number) => new Date(at).toISOString()
const hour = 60 * minuteMs

/** A clock, a slot to come, and a queue of its own. */
function evening(inMs = hour) {
  const clock = stopClock()
  return { clock, slot: clock.now() + inMs, language: newLanguage() }
}

async function booked(language: string, slot: number): Promise<Dater> {
  const dater = await createDater()
  await datesBy(dater).bookDate(slot, choiceIn(language))
  return dater
}

describe('a booking', () => {
  it('is listed until it is cancelled, and every device learns of both', async () => {
    const { slot, language } = evening()
    const anna = await booked(language, slot)
    expect(await lookAt(anna)).toEqual({ booked: [{ slot, state: 'booked' }], past: [] })
    await datesBy(anna).cancelDate(slot)
    expect(await lookAt(anna)).toEqual({ booked: [], past: [] })
    await anna.phone.until(() => statesOf(anna).at(-1) === 'ended', 'the end')
    expect(anna.phone.events('blind-date').map(({ data }) => data)).toEqual([
      { id: null, state: 'booked', until: toIso(slot) },
      { id: null, state: 'ended', until: null },
    ])
  })

  it('is one, however often it is made or given up', async () => {
    const { slot, language } = evening()
    const anna = await createDater()
    await Promise.all(Array.from({ length: 20 }, () => datesBy(anna).bookDate(slot, choiceIn(language))))
    expect((await lookAt(anna)).booked).toHaveLength(1)
    await Promise.all(Array.from({ length: 20 }, () => datesBy(anna).cancelDate(slot)))
    await anna.phone.until(() => statesOf(anna).at(-1) === 'ended', 'the end')
    expect(statesOf(anna)).toEqual(['booked', 'ended'])
  })

  it('is refused when as many evenings are booked as may be', async () => {
    const { slot, language } = evening()
    const anna = await createMember()
    for (let at = 0; at < bookedAtMost; at++) await datesBy(anna).bookDate(slot + at * 30 * minuteMs, choiceIn(language))
    expect(await datesBy(anna).bookDate(slot - 30 * minuteMs, choiceIn(language))).toEqual({ ok: false, code: 'too-many' })
    expect(await datesBy(anna).bookDate(slot, choiceIn(language)), 'a repeat').toEqual({ ok: true })
    expect((await lookAt(anna)).booked).toHaveLength(bookedAtMost)
  })
})

describe('the lobby', () => {
  it('opens five minutes before the slot, and who is there waits for it', async () => {
    const { clock, slot, language } = evening()
    const anna = await booked(language, slot)
    await clock.to(slot - 5 * minuteMs - 1, [anna])
    expect([(await lookAt(anna)).booked, await seatOf(anna)]).toEqual([[{ slot, state: 'booked' }], { state: 'free' }])
    await clock.to(slot - 5 * minuteMs, [anna])
    expect((await lookAt(anna)).booked).toEqual([{ slot, state: 'lobby' }])
    expect(await seatOf(anna)).toMatchObject({ state: 'waiting', kind: 'blind', slot, languages: [language] })
    await anna.phone.until(() => statesOf(anna).includes('lobby'), 'the lobby')
    expect(anna.phone.events('blind-date').at(-1)?.data).toEqual({ id: null, state: 'lobby', until: toIso(slot) })
  })

  it('sends the queue what a stranger may see of the profile, and nothing else', async () => {
    const { clock, slot, language } = evening()
    const shown = { interests: ['jazz'], intent: 'dating', quiz: 'BQC', completeness: 40, cellX: 7, cellY: 9 }
    const hidden = { ...shown, visibility: { interests: 'matches', intent: 'me' } }
    const people = [await createDater({ profile: shown }), await createDater({ profile: hidden })]
    for (const dater of people) await datesBy(dater).bookDate(slot, choiceIn(language))
    await clock.to(slot - 5 * minuteMs, people)
    const profiles = await Promise.all(
      people.map(async ({ id }) => JSON.parse(String((await inHub(id, 'SELECT request FROM seat'))[0]?.['request'])).profile),
    )
    expect(profiles).toEqual([
      { ...anyProfile, ...shown },
      { ...anyProfile, ...shown, interests: [], intent: null },
    ])
  })

  it('pairs two who suit each other since one has changed their profile during the wait', async () => {
    const { clock, slot, language } = evening()
    const [anna, ben] = [await createDater({ profile: { seeksAgeMin: 18, seeksAgeMax: 20 } }), await createDater()]
    for (const dater of [anna, ben]) await datesBy(dater).bookDate(slot, choiceIn(language))
    await clock.to(slot - 5 * minuteMs, [anna, ben])
    await clock.to(slot, [anna, ben])
    await aRound('blind')
    expect([(await seatOf(anna)).state, (await seatOf(ben)).state]).toEqual(['waiting', 'waiting'])
    await db.update(profiles).set({ seeksAgeMax: 99 }).where(eq(profiles.memberId, anna.id))
    await clock.to(slot + minuteMs / 2, [anna, ben])
    await meet([anna, ben])
  })

  it('lets nobody in who is away, until a device of theirs is back', async () => {
    const { clock, slot, language } = evening()
    const anna = await createMember()
    await datesBy(anna).bookDate(slot, choiceIn(language))
    await clock.to(slot - 4 * minuteMs, [anna])
    expect([await seatOf(anna), await people(language)]).toEqual([{ state: 'free' }, 0])
    await openPhone(anna)
    await eventually(async () => (await people(language)) === 1, 'her entry')
    expect(await seatOf(anna)).toMatchObject({ state: 'waiting', slot })
  })

  it('lets somebody in who reads the page without a connection', async () => {
    const { clock, slot, language } = evening()
    const anna = await createMember()
    await datesBy(anna).bookDate(slot, choiceIn(language))
    await clock.to(slot - 4 * minuteMs, [anna])
    expect((await lookAt(anna)).booked).toEqual([{ slot, state: 'lobby' }])
    expect([(await seatOf(anna)).state, await people(language)]).toEqual(['waiting', 1])
  })

  it('is open at once for who books in its last minutes', async () => {
    const { clock, language } = evening()
    const slot = clock.now() + 3 * minuteMs
    const anna = await booked(language, slot)
    expect(await seatOf(anna)).toMatchObject({ state: 'waiting', slot })
    expect((await lookAt(anna)).booked).toEqual([{ slot, state: 'lobby' }])
  })

  it('takes somebody back who has dropped out', async () => {
    const { clock, slot, language } = evening()
    const anna = await booked(language, slot)
    await clock.to(slot - 5 * minuteMs, [anna])
    anna.phone.socket.close(1000)
    await eventually(async () => (await inHub(anna.id, 'SELECT 1 FROM seat WHERE away_since IS NOT NULL')).length > 0, 'her end')
    await clock.to(slot - 4 * minuteMs, [{ ...anna, phone: undefined }])
    expect([(await seatOf(anna)).state, await people(language)]).toEqual(['free', 0])
    await openPhone(anna)
    await eventually(async () => (await people(language)) === 1, 'her return')
    expect(await seatOf(anna)).toMatchObject({ state: 'waiting', slot })
  })

  it('tears nobody out of a chat, and lets them in when it ends', async () => {
    const { clock, slot, language } = evening()
    const [booker, ben] = [await booked(language, slot), await createMember()]
    const chat = await pairUp('anonymous', [booker.id, ben.id])
    // Pairing them by hand restarts the hub, which ends its connections.
    const anna = { ...booker, phone: await openPhone(booker) }
    await untilPaired(anna)
    await clock.to(slot - 5 * minuteMs, [anna])
    expect(await seatOf(anna)).toMatchObject({ state: 'paired', id: chat.id })
    await clock.to(slot + 10 * minuteMs, [anna])
    await seatBy(ben).stop()
    await untilFree(anna)
    await wakeHub(anna)
    expect(await seatOf(anna)).toMatchObject({ state: 'waiting', kind: 'blind', slot })
  })

  it('takes the place of an older wait, and leaves a newer one alone until that ends', async () => {
    const { clock, slot, language } = evening()
    const anna = await booked(language, slot)
    await start(anna, wishFor(language))
    await clock.to(slot - 5 * minuteMs, [anna])
    expect(await seatOf(anna)).toMatchObject({ state: 'waiting', kind: 'blind', slot })
    await anna.phone.until(() => anna.phone.events('anonymous').at(-1)?.data.state === 'ended', 'the end of the other wait')
    await clock.to(slot - 4 * minuteMs)
    await start(anna, wishFor(language))
    await clock.to(slot - 3 * minuteMs, [anna])
    expect(await seatOf(anna)).toMatchObject({ state: 'waiting', kind: 'anonymous' })
    await seatBy(anna).withdraw()
    await wakeHub(anna)
    expect(await seatOf(anna)).toMatchObject({ state: 'waiting', kind: 'blind', slot })
  })

  it('is left by cancelling, in the queue, too', async () => {
    const { clock, slot, language } = evening()
    const anna = await booked(language, slot)
    await clock.to(slot - 5 * minuteMs, [anna])
    await datesBy(anna).cancelDate(slot - minuteMs)
    expect((await seatOf(anna)).state, 'another slot').toBe('waiting')
    await datesBy(anna).cancelDate(slot)
    await wakeHub(anna)
    expect([await lookAt(anna), await seatOf(anna), await people(language)]).toEqual([
      { booked: [], past: [] },
      { state: 'free' },
      0,
    ])
  })
})

describe('who may not meet strangers', () => {
  it.each([
    ['has paused', (id: string) => db.update(members).set({ state: 'paused' }).where(eq(members.id, id))],
    ['is paused by reports', (id: string) => db.insert(encounterPauses).values({ memberId: id, pausedAt: 1 })],
  ])('because they are somebody who %s, is not let in, and the evening is theirs no more', async (_, pause) => {
    const { clock, slot, language } = evening()
    const anna = await booked(language, slot)
    await pause(anna.id)
    await clock.to(slot - 5 * minuteMs, [anna])
    expect([await lookAt(anna), await seatOf(anna)]).toEqual([{ booked: [], past: [] }, { state: 'free' }])
    expect(statesOf(anna)).toEqual(['booked', 'ended'])
  })

  it('leaves the lobby with the pause, and keeps the evenings after it', async () => {
    const { clock, slot, language } = evening(8 * minuteMs)
    const anna = await booked(language, slot)
    await datesBy(anna).bookDate(slot + 24 * hour, choiceIn(language))
    await clock.to(slot - 5 * minuteMs, [anna])
    await postJson(anna, profileActions.pause.path, { pause: '1' })
    await wakeHub(anna)
    expect([await seatOf(anna), await people(language)]).toEqual([{ state: 'free' }, 0])
    expect((await lookAt(anna)).booked).toEqual([{ slot: slot + 24 * hour, state: 'booked' }])
  })

  it('leaves the lobby with a restriction', async () => {
    const { clock, slot, language } = evening()
    const anna = await booked(language, slot)
    await clock.to(slot - 5 * minuteMs, [anna])
    const actorId = (await createMember({ member: { role: 'moderator' } })).id
    const reason = { id: newId(), memberId: anna.id, rule: 'harassment', facts: 'Seen', until: null, actorId } as const
    await restrictMember(env, db, reason, Date.now())
    expect([await seatOf(anna), await people(language)]).toEqual([{ state: 'free' }, 0])
  })
})

describe('the slot', () => {
  it('pairs those who are there, which uses their bookings up', async () => {
    const { clock, slot, language } = evening()
    const [anna, ben] = [await booked(language, slot), await booked(language, slot)]
    await clock.to(slot - 5 * minuteMs, [anna, ben])
    await aRound('blind')
    expect(await people(language), 'it has not come yet').toBe(2)
    await clock.to(slot, [anna, ben])
    const date = await meet([anna, ben])
    expect(date).toMatchObject({ kind: 'blind', phase: 'offered', until: slot + 30_000 })
    expect(await Promise.all([anna, ben].map(lookAt))).toEqual([
      { booked: [], past: [] },
      { booked: [], past: [] },
    ])
    await anna.phone.until(() => statesOf(anna).at(-1) === 'offered', 'the offer')
    expect(anna.phone.events('blind-date').at(-1)?.data).toEqual({ id: date.id, state: 'offered', until: toIso(slot + 30_000) })
  })

  it('pairs nobody who is away: they have missed it, and who was there was alone', async () => {
    const { clock, slot, language } = evening()
    const [anna, ben] = [await booked(language, slot), await createMember()]
    await datesBy(ben).bookDate(slot, choiceIn(language))
    await clock.to(slot - 5 * minuteMs, [anna, ben])
    await clock.to(slot, [anna, ben])
    await aRound('blind')
    expect([(await seatOf(anna)).state, (await seatOf(ben)).state]).toEqual(['waiting', 'free'])
    await clock.to(slot + 15 * minuteMs, [anna, ben])
    expect(await lookAt(anna)).toEqual({ booked: [], past: [{ at: slot, outcome: 'alone', id: null }] })
    expect(await lookAt(ben)).toEqual({ booked: [], past: [{ at: slot, outcome: 'missed', id: null }] })
    expect(await people(language)).toBe(0)
    await clock.to(slot + 15 * minuteMs + 24 * hour, [anna, ben])
    expect([await lookAt(anna), await inHub(ben.id, 'SELECT * FROM past_dates')]).toEqual([{ booked: [], past: [] }, []])
  })

  it('that a hub has slept through is missed, without a lobby', async () => {
    const { clock, slot, language } = evening()
    const anna = await booked(language, slot)
    await clock.to(slot + 16 * minuteMs, [anna])
    expect(await lookAt(anna)).toEqual({ booked: [], past: [{ at: slot, outcome: 'missed', id: null }] })
    expect(statesOf(anna)).toEqual(['booked', 'ended'])
  })

  it('leaves of the odd one out only their turn, a day after the last chat', async () => {
    const { clock, slot, language } = evening()
    const odd = await booked(language, slot)
    await clock.to(slot - 5 * minuteMs, [odd])
    await clock.to(slot, [odd])
    await clock.to(slot + 15 * minuteMs, [odd])
    const stranger = await createMember()
    await start(odd, wishFor(language, { topics: ['music'] }))
    await start(stranger, wishFor(language, { topics: ['music'] }))
    const { id } = await untilPaired(odd)
    await seatBy(odd).stop()
    const kept = async () => JSON.stringify(await inHub(odd.id, 'SELECT * FROM seat'))
    expect(await kept()).toContain(id)
    await clock.to(slot + 25 * hour, [odd])
    expect(await kept()).not.toContain(id)
    expect(await kept()).not.toContain('music')
    expect(await inHub(odd.id, 'SELECT odd_at FROM seat')).toEqual([{ odd_at: slot + 15 * minuteMs }])
    await clock.to(slot + 31 * 24 * hour, [odd])
    expect(await kept()).toBe('[]')
  })

  it('goes first to whoever was the odd one out before, also after a chat in between', async () => {
    const { clock, slot, language } = evening()
    const next = slot + 30 * minuteMs
    const odd = await booked(language, slot)
    await datesBy(odd).bookDate(next, choiceIn(language))
    await clock.to(slot - 5 * minuteMs, [odd])
    await clock.to(slot, [odd])
    await clock.to(slot + 15 * minuteMs, [odd])
    const stranger = await createMember()
    await start(odd, wishFor(language))
    await start(stranger, wishFor(language))
    await untilPaired(odd)
    await seatBy(odd).stop()
    // Two others have waited longer for the next slot.
    const [ben, carla] = [await booked(language, next), await booked(language, next)]
    await clock.to(next - 5 * minuteMs, [ben, carla])
    await clock.to(next - 4 * minuteMs, [odd])
    await clock.to(next, [ben, carla, odd])
    await aRound('blind')
    await untilPaired(odd)
    expect([(await seatOf(ben)).state, (await seatOf(carla)).state].toSorted()).toEqual(['paired', 'waiting'])
  })
})
