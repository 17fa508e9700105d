import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dateTimes, encounterKeptMs, graceMs, type EncounterAct } from '#features/encounters/contract.ts'
import { unconnectedMs } from '#features/encounters/talk/rules.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { crashEncounter, encounterOf, pairUp, viewBy, type TestEncounter } from '#test/support/worker/encounter.ts'
import { createMember } from '#test/support/worker/members.ts'
import { seatBy } from '#test/support/worker/waiting.ts'
import { connect, eventually, newId } from '#test/support/worker/realtime-client.ts'

afterEach(() => void vi.useRealTimers())

/** A clock that stands still until it is put forward; objects are asked what it has changed by their alarms. */
function stopClock() {
  let now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  return {
    forward: async (id: string, ms: number) => {
      vi.setSystemTime((now += ms))
      await runDurableObjectAlarm(encounterOf(id))
    },
    now: () => now,
  }
}

const press = ({ id }: TestEncounter, member: string, act: EncounterAct) => encounterOf(id).act(member, act)
const phaseOf = async ({ id, anna }: TestEncounter) => (await viewBy(id, anna)).phase
const alarmOf = (id: string) => runInDurableObject(encounterOf(id), (_, state) => state.storage.getAlarm())
const isEmpty = (id: string) =>
  runInDurableObject(encounterOf(id), async (_, { storage }) => {
    const names = storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'").toArray()
    return names.length === 0 && (await storage.getAlarm()) === null
  })

/** Real members, because a match is of members. */
async function startDate() {
  const [anna, ben] = await Promise.all([createMember(), createMember()])
  return pairUp('blind', [anna.id, ben.id])
}

async function acceptBoth(date: TestEncounter): Promise<void> {
  await press(date, date.anna, { kind: 'accept' })
  await press(date, date.ben, { kind: 'accept' })
}

async function startTalk() {
  const clock = stopClock()
  const date = await startDate()
  await acceptBoth(date)
  const [annas, bens] = [await connect(date.anna), await connect(date.ben)]
  await annas.enter(date.id)
  await bens.enter(date.id)
  return { clock, date, annas, bens }
}

async function startVote() {
  const talk = await startTalk()
  await talk.clock.forward(talk.date.id, dateTimes.talkMs)
  expect(await phaseOf(talk.date)).toBe('voting')
  return talk
}

describe('somebody who drops out of an anonymous chat', () => {
  async function dropOut() {
    const chat = await pairUp('anonymous')
    const clock = stopClock()
    const [annas, bens] = [await connect(chat.anna), await connect(chat.ben)]
    await annas.enter(chat.id)
    await bens.enter(chat.id)
    const { self } = await viewBy(chat.id, chat.ben)
    bens.socket.close()
    await annas.until(() => annas.events('presence:leaving').find(({ data }) => data.user_id === self.user_id), 'Ben to leave')
    return { chat, clock, annas }
  }

  it('has thirty seconds to come back', async () => {
    const { chat, clock, annas } = await dropOut()
    await clock.forward(chat.id, graceMs - 1)
    expect(await phaseOf(chat)).toBe('talking')
    await (await connect(chat.ben)).enter(chat.id)
    await clock.forward(chat.id, graceMs)
    expect(await phaseOf(chat)).toBe('talking')
    expect(annas.events('closed')).toEqual([])
  })

  it('ends it after that, even when the object has crashed meanwhile', async () => {
    const { chat, clock, annas } = await dropOut()
    await crashEncounter(chat.id)
    await clock.forward(chat.id, graceMs)
    await annas.until(() => annas.events('closed')[0], 'the end')
    expect(await viewBy(chat.id, chat.ben)).toMatchObject({ phase: 'ended', endedAt: clock.now() })
  })

  it('ends it at the first call after that, should the alarm be late', async () => {
    const { chat } = await dropOut()
    vi.setSystemTime(Date.now() + graceMs)
    expect(await press(chat, chat.anna, { kind: 'reveal' })).toEqual({ ok: false, code: 'over' })
  })
})

it('somebody without JavaScript is there for five minutes after each call', async () => {
  const chat = await pairUp('anonymous')
  const clock = stopClock()
  await (await connect(chat.anna)).enter(chat.id)
  await clock.forward(chat.id, unconnectedMs - 1_000)
  expect(await encounterOf(chat.id).sendFromHub({ member: chat.ben, cid: newId(), text: 'by a form' })).toMatchObject({
    ok: true,
  })
  await clock.forward(chat.id, unconnectedMs - 1_000)
  expect(await phaseOf(chat)).toBe('talking')
  await clock.forward(chat.id, 2_000)
  expect(await phaseOf(chat)).toBe('ended')
})

describe('an encounter that has ended', () => {
  it('is gone everywhere 24 hours later', async () => {
    const chat = await pairUp('anonymous')
    const clock = stopClock()
    await encounterOf(chat.id).sendFromHub({ member: chat.anna, cid: newId(), text: 'soon gone' })
    await press(chat, chat.anna, { kind: 'leave' })
    await clock.forward(chat.id, encounterKeptMs - 1)
    expect(await encounterOf(chat.id).evidence(chat.ben)).toMatchObject({ messages: [{ text: 'soon gone' }] })
    expect(await alarmOf(chat.id)).not.toBeNull()
    await clock.forward(chat.id, 1)
    expect(await encounterOf(chat.id).view(chat.anna)).toBeNull()
    expect(await encounterOf(chat.id).evidence(chat.ben)).toBeNull()
    expect(await press(chat, chat.anna, { kind: 'leave' })).toEqual({ ok: false, code: 'forbidden' })
    expect(await isEmpty(chat.id)).toBe(true)
  })

  it('is gone also when the object was away at that time', async () => {
    const chat = await pairUp('anonymous')
    const clock = stopClock()
    await press(chat, chat.ben, { kind: 'leave' })
    await crashEncounter(chat.id)
    await clock.forward(chat.id, 2 * encounterKeptMs)
    await eventually(() => isEmpty(chat.id), 'nothing to be left')
  })
})

describe('a blind date', () => {
  it('is offered for thirty seconds; a lone acceptance shows the other nothing', async () => {
    const clock = stopClock()
    const date = await startDate()
    const before = await viewBy(date.id, date.ben)
    expect(before).toMatchObject({ phase: 'offered', until: clock.now() + dateTimes.acceptMs })
    expect(await press(date, date.anna, { kind: 'accept' })).toMatchObject({ ok: true, view: { own: { accepted: true } } })
    expect(await viewBy(date.id, date.ben)).toEqual(before)
    expect(await (await connect(date.anna)).join(channelName.conversation(date.id))).toMatchObject({ code: 'forbidden' })
    await clock.forward(date.id, dateTimes.acceptMs)
    expect(await viewBy(date.id, date.ben)).toMatchObject({ phase: 'ended', endedAt: clock.now() })
    expect(await press(date, date.ben, { kind: 'accept' })).toEqual({ ok: false, code: 'over' })
  })

  it('that only one of them accepts sends that one to wait again, and the other one away', async () => {
    const clock = stopClock()
    const date = await startDate()
    await press(date, date.anna, { kind: 'accept' })
    await clock.forward(date.id, dateTimes.acceptMs)
    await eventually(async () => (await seatBy({ id: date.anna }).read()).state === 'waiting', 'Anna to wait again')
    await eventually(async () => (await seatBy({ id: date.ben }).read()).state === 'free', 'Ben to be free')
  })

  it('is talked through for five minutes by the server’s clock, and then nobody writes any more', async () => {
    const { date, clock, annas } = await startTalk()
    expect(await viewBy(date.id, date.ben)).toMatchObject({ phase: 'talking', until: clock.now() + dateTimes.talkMs })
    await annas.say(date.id, 'in time')
    await clock.forward(date.id, dateTimes.talkMs - 1)
    await annas.say(date.id, 'still in time')
    await clock.forward(date.id, 1)
    expect(await viewBy(date.id, date.ben)).toMatchObject({ phase: 'voting', until: clock.now() + dateTimes.voteMs })
    const late = { type: 'message:send', channel: channelName.conversation(date.id), cid: newId(), text: 'late' }
    expect(await annas.request(late)).toMatchObject({ status: 'error', code: 'conflict' })
  })

  it('goes on for three minutes more when both ask, and a lone wish shows the other nothing', async () => {
    const { date, clock } = await startTalk()
    const before = await viewBy(date.id, date.ben)
    await press(date, date.anna, { kind: 'extend' })
    expect(await viewBy(date.id, date.ben)).toEqual(before)
    await press(date, date.ben, { kind: 'extend' })
    const until = (before.until ?? 0) + dateTimes.extendMs
    expect(await viewBy(date.id, date.anna)).toMatchObject({ isExtended: true, until })
    await clock.forward(date.id, dateTimes.talkMs)
    expect(await phaseOf(date)).toBe('talking')
    await clock.forward(date.id, dateTimes.extendMs)
    expect(await phaseOf(date)).toBe('voting')
  })

  it('survives a crash in each phase', async () => {
    const { date, clock } = await startTalk()
    for (const phase of ['talking', 'voting'] as const) {
      const before = await viewBy(date.id, date.anna)
      expect(before.phase).toBe(phase)
      await crashEncounter(date.id)
      expect(await viewBy(date.id, date.anna)).toEqual(before)
      await clock.forward(date.id, dateTimes.talkMs)
    }
    expect(await phaseOf(date)).toBe('ended')
  })

  it('becomes a match at once when both vote yes', async () => {
    const { date } = await startVote()
    await press(date, date.anna, { kind: 'vote', yes: true })
    await press(date, date.ben, { kind: 'vote', yes: true })
    const view = await eventually(async () => {
      const now = await viewBy(date.id, date.ben)
      return now.phase === 'matched' && now
    }, 'the match')
    expect(view.conversation).toMatch(/^[\w-]{22}$/)
  })

  it.each([
    ['a lone yes', [['anna', true]]],
    ['a lone no', [['anna', false]]],
    [
      'a yes and a no',
      [
        ['anna', true],
        ['ben', false],
      ],
    ],
    [
      'two noes',
      [
        ['anna', false],
        ['ben', false],
      ],
    ],
    ['no vote', []],
  ] as const)('with %s shows nothing until the time is up, and then both the same', async (_, votes) => {
    // prettier-ignore
    const { date, clock, bens } = await startVote()
    const before = await viewBy(date.id, date.ben)
    await bens.heads()
    const frames = bens.frames.length
    for (const [name, yes] of votes) await press(date, date[name], { kind: 'vote', yes })
    await bens.heads()
    expect(bens.frames.slice(frames).filter((frame) => !('event' in frame && frame.event === 'pong'))).toEqual([])
    const { own: _own, ...shown } = await viewBy(date.id, date.ben)
    const { own: _before, ...shownBefore } = before
    expect(shown).toEqual(shownBefore)
    await clock.forward(date.id, dateTimes.voteMs)
    const [hers, his] = [await viewBy(date.id, date.anna), await viewBy(date.id, date.ben)]
    expect(hers).toMatchObject({ phase: 'ended', endedAt: clock.now(), conversation: null })
    expect({ ...his, own: null }).toEqual({ ...hers, own: null, self: hers.partner, partner: hers.self })
  })

  it('ends its vote by the clock even when both have gone', async () => {
    const { date, clock, annas, bens } = await startVote()
    annas.socket.close()
    bens.socket.close()
    await clock.forward(date.id, dateTimes.voteMs)
    expect(await phaseOf(date)).toBe('ended')
  })
})
