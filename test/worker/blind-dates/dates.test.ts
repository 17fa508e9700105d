import { afterEach, describe, expect, it, vi } from 'vitest'
import { dateTimes, graceMs, type EncounterAct } from '#features/encounters/contract.ts'
import { encounterOf, viewBy } from '#test/support/worker/encounter.ts'
import {
  anyProfile,
  createDater,
  datesBy,
  forwardDate,
  lookAt,
  meet,
  minuteMs,
  statesOf,
  stopClock,
  untilFree,
  type Dater,
} from '#test/support/worker/dates.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { choiceIn, aRound, newLanguage, seatBy, untilPaired } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.useRealTimers())

const hour = 60 * minuteMs
const press = (id: string, member: Dater, act: EncounterAct) => encounterOf(id).act(member.id, act)
const stateOf = async (member: Dater) => (await seatBy(member).read()).state

/** So many members who wait for a slot, which has come. */
async function evening(count: number) {
  const clock = stopClock()
  const [slot, language] = [clock.now() + hour, newLanguage()]
  const people = await Promise.all(Array.from({ length: count }, () => createDater()))
  for (const dater of people) await datesBy(dater).bookDate(slot, choiceIn(language))
  await clock.to(slot - 5 * minuteMs, people)
  await clock.to(slot, people)
  return { clock, slot, language, people }
}

async function date() {
  const { people, ...rest } = await evening(2)
  const [anna, ben] = people
  if (!anna || !ben) throw new Error('There are two')
  const { id } = await meet([anna, ben])
  return { ...rest, anna, ben, id }
}

async function talk() {
  const found = await date()
  const { anna, ben, id } = found
  for (const dater of [anna, ben]) await press(id, dater, { kind: 'accept' })
  for (const dater of [anna, ben]) await dater.phone.enter(id)
  return found
}

describe('a date', () => {
  it('goes from the offer through talk and vote to the match, which both hubs keep for a day', async () => {
    const { clock, slot, anna, ben, id } = await talk()
    await forwardDate(id, slot + dateTimes.talkMs)
    for (const dater of [anna, ben]) await press(id, dater, { kind: 'vote', yes: true })
    for (const dater of [anna, ben]) await dater.phone.until(() => statesOf(dater).at(-1) === 'matched', 'the match')
    expect(statesOf(anna).slice(-4)).toEqual(['offered', 'talking', 'voting', 'matched'])
    expect(statesOf(ben)).toEqual(statesOf(anna))
    const past = [{ at: slot, outcome: 'matched', id }]
    expect(await Promise.all([anna, ben].map(lookAt))).toEqual([
      { booked: [], past },
      { booked: [], past },
    ])
    await clock.to(Date.now() + 24 * hour, [anna, ben])
    expect([await lookAt(anna), await inHub(ben.id, 'SELECT * FROM past_dates')]).toEqual([{ booked: [], past: [] }, []])
  })

  it.each([
    ['a yes and a no', [true, false]],
    ['a lone yes', [true, null]],
    ['no vote', [null, null]],
  ] as const)('ends the same for both with %s, and only when the time is up', async (_, votes) => {
    const { clock, slot, anna, ben, id } = await talk()
    await forwardDate(id, slot + dateTimes.talkMs)
    await anna.phone.until(() => statesOf(anna).at(-1) === 'voting', 'the vote')
    for (const [at, yes] of votes.entries()) if (yes !== null) await press(id, at === 0 ? anna : ben, { kind: 'vote', yes })
    await clock.to(clock.now(), [anna, ben])
    expect([statesOf(anna).at(-1), statesOf(ben).at(-1)]).toEqual(['voting', 'voting'])
    await forwardDate(id, slot + dateTimes.talkMs + dateTimes.voteMs)
    for (const dater of [anna, ben]) await dater.phone.until(() => statesOf(dater).at(-1) === 'ended', 'the end')
    expect(await lookAt(anna)).toEqual({ booked: [], past: [{ at: slot, outcome: 'ended', id }] })
    expect(await lookAt(ben)).toEqual(await lookAt(anna))
    expect(anna.phone.events('blind-date').map(({ data }) => data)).toEqual(
      ben.phone.events('blind-date').map(({ data }) => data),
    )
  })

  it('goes on for three minutes more only when both ask', async () => {
    const { clock, slot, anna, ben, id } = await talk()
    const before = anna.phone.events('blind-date').length
    await press(id, ben, { kind: 'extend' })
    await clock.to(clock.now(), [anna])
    expect(anna.phone.events('blind-date')).toHaveLength(before)
    await press(id, anna, { kind: 'extend' })
    const until = new Date(slot + dateTimes.talkMs + dateTimes.extendMs).toISOString()
    await anna.phone.until(() => anna.phone.events('blind-date').at(-1)?.data.until === until, 'the later end')
  })

  it('that one of them leaves ends for both in the same words', async () => {
    const { slot, anna, ben, id } = await talk()
    await press(id, ben, { kind: 'leave' })
    for (const dater of [anna, ben]) {
      await dater.phone.until(() => statesOf(dater).at(-1) === 'ended', 'the end')
      expect(await lookAt(dater)).toEqual({ booked: [], past: [{ at: slot, outcome: 'ended', id }] })
    }
  })

  it('ends when one of them has dropped out for thirty seconds', async () => {
    const { slot, anna, ben, id } = await talk()
    ben.phone.socket.close(1000)
    await anna.phone.until(() => anna.phone.events('presence:leaving').length > 0, 'his leaving')
    await forwardDate(id, slot + graceMs)
    await anna.phone.until(() => statesOf(anna).at(-1) === 'ended', 'the end')
    await untilFree(ben)
  })

  it('leaves both free for the next slot, where they do not meet again', async () => {
    const { clock, slot, language, anna, ben, id } = await talk()
    const next = slot + 30 * minuteMs
    for (const dater of [anna, ben]) await datesBy(dater).bookDate(next, choiceIn(language))
    await press(id, ben, { kind: 'leave' })
    await Promise.all([untilFree(anna), untilFree(ben)])
    await clock.to(next - 5 * minuteMs, [anna, ben])
    await clock.to(next, [anna, ben])
    await aRound('blind')
    expect(await Promise.all([anna, ben].map(stateOf))).toEqual(['waiting', 'waiting'])
  })
})

describe('a date that not both accept', () => {
  it('is missed by who did not, and the other waits again, before everyone else', async () => {
    const { clock, slot, language, people } = await evening(4)
    await aRound('blind')
    for (const dater of people) await untilPaired(dater)
    const [anna, ...others] = people
    if (!anna) throw new Error('There are four')
    const seat = await untilPaired(anna)
    const seats = await Promise.all(others.map(async (dater) => ({ dater, id: (await untilPaired(dater)).id })))
    const ben = seats.find(({ id }) => id === seat.id)?.dater
    const rest = seats.filter(({ dater }) => dater !== ben)
    if (!ben || rest.length !== 2) throw new Error('Two dates of two')
    for (const { dater, id } of rest) await viewBy(id, dater.id)
    await press(seat.id, anna, { kind: 'accept' })
    await forwardDate(seat.id, slot + dateTimes.acceptMs)
    await anna.phone.until(() => statesOf(anna).at(-1) === 'lobby', 'another wait')
    await untilFree(ben)
    expect(await lookAt(ben)).toEqual({ booked: [], past: [{ at: slot, outcome: 'missed', id: null }] })
    expect(await lookAt(anna)).toEqual({ booked: [], past: [] })
    // Two others are free again and wait for longer than she does by now; she is first all the same.
    for (const { id } of rest) await forwardDate(id, slot + dateTimes.acceptMs)
    for (const { dater } of rest) await untilFree(dater)
    for (const { dater } of rest)
      await seatBy(dater).start({ kind: 'blind', choice: choiceIn(language), topics: [], slot: null, profile: anyProfile })
    await clock.to(slot + minuteMs, [anna])
    await aRound('blind')
    await untilPaired(anna)
    expect((await Promise.all(rest.map(({ dater }) => stateOf(dater)))).toSorted()).toEqual(['paired', 'waiting'])
  })

  it('because the other one declines before they could, is declined by that one, and the other waits again', async () => {
    const { slot, anna, ben, id } = await date()
    await press(id, ben, { kind: 'leave' })
    await anna.phone.until(() => statesOf(anna).at(-1) === 'lobby', 'another wait')
    await untilFree(ben)
    expect(await lookAt(ben)).toEqual({ booked: [], past: [{ at: slot, outcome: 'declined', id: null }] })
    expect(await lookAt(anna)).toEqual({ booked: [], past: [] })
    expect(await seatBy(anna).read()).toMatchObject({ state: 'waiting', kind: 'blind', slot })
  })

  it('because the other one may not meet strangers any more, does not end the evening of who is there', async () => {
    const { anna, ben } = await date()
    await seatBy(ben).stop()
    await anna.phone.until(() => statesOf(anna).at(-1) === 'lobby', 'another wait')
    expect(await lookAt(anna)).toEqual({ booked: [], past: [] })
  })

  it('is missed by both when neither does, and neither waits on', async () => {
    const { slot, anna, ben, id } = await date()
    await forwardDate(id, slot + dateTimes.acceptMs)
    for (const dater of [anna, ben]) {
      await dater.phone.until(() => statesOf(dater).at(-1) === 'ended', 'the end')
      expect(await lookAt(dater)).toEqual({ booked: [], past: [{ at: slot, outcome: 'missed', id: null }] })
      expect(await stateOf(dater)).toBe('free')
    }
    expect((await viewBy(id, anna.id)).phase).toBe('ended')
  })

  it('and is followed by no other was an evening alone', async () => {
    const { clock, slot, anna, id } = await date()
    await press(id, anna, { kind: 'accept' })
    await forwardDate(id, slot + dateTimes.acceptMs)
    await anna.phone.until(() => statesOf(anna).at(-1) === 'lobby', 'another wait')
    await clock.to(slot + minuteMs, [anna])
    await clock.to(slot + 15 * minuteMs, [anna])
    expect(await lookAt(anna)).toEqual({ booked: [], past: [{ at: slot, outcome: 'alone', id: null }] })
    expect(await stateOf(anna)).toBe('free')
  })
})
