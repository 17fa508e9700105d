import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { blocks, keptApart, likes, members, pairs } from '#db/schema.ts'
import { anonymousActions } from '#features/encounters/anonymous/contract.ts'
import { blindDateActions } from '#features/encounters/dates/contract.ts'
import { deriveConversationId, readHistory, readInbox } from '#features/chat/server/public.ts'
import { Encounter } from '#objects/encounter/encounter-object.ts'
import { dateTimes, graceMs, type EncounterKind } from '#features/encounters/contract.ts'
import { channelName, type ServerFrame } from '#shared/realtime/wire.ts'
import { crashEncounter, encounterOf, inEncounter, pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { holdMatch, untilDeciding, type HeldMatch } from '#test/support/worker/held-match.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { connect, eventually, newId, type RealtimeClient } from '#test/support/worker/realtime-client.ts'
import { seatBy, untilPaired } from '#test/support/worker/waiting.ts'

vi.setConfig({ testTimeout: 60_000 })
// A write that never reached D1 is tried again, with a warning.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(() => void vi.useRealTimers())

type Talk = { id: string; kind: EncounterKind; anna: TestMember; ben: TestMember; annas: RealtimeClient; bens: RealtimeClient }

/** Anna and Ben in a chat that may be revealed, or on a date that is voted on; each has a phone in it. */
async function beginTalk(kind: EncounterKind): Promise<Talk> {
  const [anna, ben] = await Promise.all([createMember(), createMember()])
  const { id } = await pairUp(kind, [anna.id, ben.id])
  for (const member of [anna, ben]) await untilPaired(member)
  if (kind === 'blind') for (const { id: member } of [anna, ben]) await encounterOf(id).act(member, { kind: 'accept' })
  const [annas, bens] = [await connect(anna.id, anna.sid), await connect(ben.id, ben.sid)]
  for (const phone of [annas, bens]) {
    await phone.join(channelName.member(phone.memberId))
    await phone.enter(id)
  }
  for (const phone of [annas, bens]) await phone.say(id, 'hello')
  for (const phone of [annas, bens]) await phone.until(() => phone.messages().length === 2, 'what was said')
  if (kind === 'blind') {
    await inEncounter(id, 'UPDATE encounter SET until = 1')
    await crashEncounter(id)
    await viewBy(id, anna.id)
    for (const phone of [annas, bens])
      await phone.until(() => phone.events('blind-date').some(({ data }) => data.state === 'voting'), 'the vote')
  }
  return { id, kind, anna, ben, annas, bens }
}

const sayYes = ({ id, kind }: Talk, { id: member }: TestMember) =>
  encounterOf(id).act(member, kind === 'blind' ? { kind: 'vote', yes: true } : { kind: 'reveal' })

/** Both say yes, and their match is held. */
async function decide(kind: EncounterKind, until: HeldMatch['until']): Promise<Talk & { match: HeldMatch }> {
  const talk = await beginTalk(kind)
  const match = await holdMatch(talk.id, until)
  for (const member of [talk.anna, talk.ben]) await sayYes(talk, member)
  await untilDeciding(talk.id)
  if (until === 'written') await eventually(async () => (await pairOf(talk)).length === 1, 'the match')
  return { ...talk, match }
}

const pairOf = ({ anna, ben }: Talk) => {
  const [low = '', high = ''] = [anna.id, ben.id].toSorted()
  return db.select().from(pairs).where(and(eq(pairs.lowId, low), eq(pairs.highId, high))) // prettier-ignore
}
const blocksOf = ({ id }: TestMember) => db.select().from(blocks).where(eq(blocks.blockerId, id))
const apartOf = ({ anna, ben }: Talk) => db.$count(keptApart, eq(keptApart.lowId, [anna.id, ben.id].toSorted()[0] ?? ''))
const activeLikes = async ({ anna, ben }: Talk) => {
  const given = await Promise.all([anna, ben].map(({ id }) => db.select().from(likes).where(eq(likes.fromId, id))))
  return given.flat().filter(({ withdrawnAt }) => withdrawnAt === null).length
}
const revealsOf = async ({ id }: TestMember) =>
  (await inHub(id, 'SELECT kind FROM notifications')).filter(({ kind }) => kind === 'reveal').length
const phaseOf = async ({ id }: Talk, member: TestMember) => (await viewBy(id, member.id)).phase
const storedPhase = async ({ id }: Talk) => (await inEncounter(id, 'SELECT phase FROM encounter'))[0]?.['phase']
const goingOn = (kind: EncounterKind) => (kind === 'blind' ? 'voting' : 'talking')
const untilFree = (member: TestMember) =>
  eventually(async () => (await seatBy(member).read()).state === 'free', `a free seat of ${member.id}`)

/** Ways in which Anna goes from the talk. */
const ways: Record<string, (talk: Talk) => Promise<unknown>> = {
  report: ({ id, kind, anna }) => post(anna, actionsOf(kind).report.path, { id, category: 'harassment', text: '' }),
  leave: ({ id, kind, anna }) => post(anna, actionsOf(kind).leave.path, { id }),
  next: ({ id, anna }) => post(anna, anonymousActions.next.path, { id }),
  restriction: async ({ anna }) => {
    await db.update(members).set({ state: 'restricted' }).where(eq(members.id, anna.id))
    await seatBy(anna).stop()
  },
}
const actionsOf = (kind: EncounterKind) => (kind === 'blind' ? blindDateActions : anonymousActions)

async function post(member: TestMember, path: string, body: object): Promise<void> {
  expect((await postJson(member, path, body)).status).toBe(200)
}

const kinds: EncounterKind[] = ['anonymous', 'blind']
const cases = kinds.flatMap((kind) => Object.keys(ways).map((way) => ({ kind, way }))).filter(({ kind, way }) => kind === 'anonymous' || way !== 'next') // prettier-ignore

const go = (way: string, talk: Talk) => ways[way]?.(talk)

/** What a phone is sent of a talk and of anybody, without ids and times. */
const shownIn = (frames: readonly ServerFrame[]) =>
  frames.flatMap((frame) => {
    if (!('event' in frame) || frame.event === 'pong' || frame.event === 'marks') return []
    return [frame.event === 'anonymous' || frame.event === 'blind-date' ? `${frame.event} ${frame.data.state}` : frame.event]
  })

/** What Ben is sent when Anna goes in one of these ways and nothing is being decided. */
async function usualEnd(kind: EncounterKind): Promise<string[]> {
  const talk = await beginTalk(kind)
  const before = talk.bens.frames.length
  await go('leave', talk)
  await talk.bens.until(() => talk.bens.events('closed')[0], 'the end')
  await untilFree(talk.ben)
  return shownIn(talk.bens.frames.slice(before))
}

describe('while a match is being written that comes to nothing', () => {
  it.each(cases)('a $way from $kind is kept, and ends it for the other one as usual', async ({ kind, way }) => {
    const usual = await usualEnd(kind)
    const talk = await decide(kind, 'before')
    const before = talk.bens.frames.length
    const view = await viewBy(talk.id, talk.ben.id)
    await go(way, talk)
    expect(await phaseOf(talk, talk.anna)).toBe('ended')
    await talk.annas.leave(channelName.conversation(talk.id))
    await talk.bens.heads()
    expect(await viewBy(talk.id, talk.ben.id), 'to the other one it goes on').toEqual(view)
    expect(shownIn(talk.bens.frames.slice(before))).toEqual([])
    expect(await encounterOf(talk.id).join({ member: talk.anna.id, connection: newId(), hidden: false })).toMatchObject({
      ok: false,
    })
    talk.match.release('lost')
    await eventually(async () => {
      await runDurableObjectAlarm(encounterOf(talk.id))
      return (await storedPhase(talk)) === 'ended'
    }, 'the end')
    for (const member of [talk.anna, talk.ben]) {
      expect(await viewBy(talk.id, member.id)).toMatchObject({ phase: 'ended', until: null, conversation: null })
      expect([await revealsOf(member), await readInbox(env, member.id)]).toEqual([0, []])
    }
    await untilFree(talk.ben)
    await talk.bens.until(() => talk.bens.events('closed')[0], 'the end of the channel')
    expect(shownIn(talk.bens.frames.slice(before))).toEqual(usual)
    expect([await pairOf(talk), await blocksOf(talk.anna), await activeLikes(talk)]).toEqual([[], [], 0])
    expect(await apartOf(talk)).toBe(way === 'report' ? 1 : 0)
  })

  it('a report before it reaches D1 keeps it from being written, and the reporter sits on in no talk', async () => {
    const talk = await decide('anonymous', 'before')
    await go('report', talk)
    talk.match.release()
    await eventually(async () => (await phaseOf(talk, talk.ben)) === 'ended', 'the end')
    expect([await pairOf(talk), await blocksOf(talk.anna)]).toEqual([[], []])
  })

  it.each(['before', 'written'] as const)('what is said meanwhile is kept, and comes along (held: %s)', async (until) => {
    const talk = await decide('anonymous', until)
    await talk.annas.say(talk.id, 'and another thing')
    await talk.bens.until(() => talk.bens.messages().length === 3, 'what was said')
    talk.match.release()
    await eventually(async () => (await phaseOf(talk, talk.ben)) === 'matched', 'the match')
    const conversation = await deriveConversationId(env, talk.anna.id, talk.ben.id)
    const page = (await readHistory(env, conversation, talk.anna.id))?.page
    expect(page?.messages.map(({ text }) => text)).toEqual(['hello', 'hello', 'and another thing'])
  })

  it('a vote that has become a no is taken, and nothing is written after it', async () => {
    const talk = await decide('blind', 'before')
    const answer = await encounterOf(talk.id).act(talk.anna.id, { kind: 'vote', yes: false })
    expect(answer).toMatchObject({ ok: true, view: { phase: 'voting', own: { voted: false } } })
    talk.match.release('lost')
    await eventually(async () => {
      await runDurableObjectAlarm(encounterOf(talk.id))
      return (await storedPhase(talk)) === 'voting'
    }, 'the vote to go on')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dateTimes.voteMs })
    expect([await phaseOf(talk, talk.ben), await pairOf(talk)]).toEqual(['ended', []])
  })

  it('somebody who drops out has as long to come back as in any talk', async () => {
    const talk = await decide('anonymous', 'before')
    talk.annas.socket.close()
    const isAway = async () => (await inEncounter(talk.id, 'SELECT away_since FROM participants WHERE away_since IS NOT NULL'))[0]
    await eventually(isAway, 'Anna to be away')
    await db.insert(blocks).values({ blockerId: talk.ben.id, blockedId: talk.anna.id, createdAt: 1 })
    talk.match.release()
    await eventually(async () => (await storedPhase(talk)) === 'talking', 'the talk to go on')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + graceMs })
    await runDurableObjectAlarm(encounterOf(talk.id))
    expect([await phaseOf(talk, talk.ben), await pairOf(talk)]).toEqual(['ended', []])
  })
})

describe('once their match is written', () => {
  it.each(kinds)('a report from %s blocks, and leads neither of the two into a conversation', async (kind) => {
    const usual = await usualEnd(kind)
    const talk = await decide(kind, 'written')
    const before = talk.bens.frames.length
    await go('report', talk)
    expect(await blocksOf(talk.anna)).toMatchObject([{ blockedId: talk.ben.id, metIn: null, endedAt: expect.any(Number) }])
    expect(await pairOf(talk)).toMatchObject([{ unmatchedAt: expect.any(Number) }])
    expect([await phaseOf(talk, talk.anna), await phaseOf(talk, talk.ben)]).toEqual(['ended', goingOn(kind)])
    expect(shownIn(talk.bens.frames.slice(before))).toEqual([])
    talk.match.release()
    await eventually(async () => (await storedPhase(talk)) === 'ended', 'the end')
    await talk.bens.until(() => talk.bens.events('closed').find(({ channel }) => channel?.includes(talk.id)), 'the end')
    await untilFree(talk.ben)
    const conversation = await deriveConversationId(env, talk.anna.id, talk.ben.id)
    for (const member of [talk.anna, talk.ben]) {
      expect(await viewBy(talk.id, member.id)).toMatchObject({ phase: 'ended', conversation: null })
      await eventually(async () => (await readInbox(env, member.id))?.length === 0, 'an inbox without the conversation')
      expect(await revealsOf(member)).toBe(0)
      expect((await readHistory(env, conversation, member.id))?.page).toBeNull()
    }
    expect(shownIn(talk.bens.frames.slice(before))).toEqual(usual)
    expect([await activeLikes(talk), await apartOf(talk)]).toEqual([0, 1])
  })

  it.each(cases.filter(({ way }) => way === 'leave' || way === 'next'))(
    'a $way from $kind leaves it as it is, and leads the other one alone to it',
    async ({ kind, way }) => {
      const talk = await decide(kind, 'written')
      const before = talk.annas.frames.length
      await go(way, talk)
      talk.match.release()
      await eventually(async () => (await phaseOf(talk, talk.ben)) === 'matched', 'the match')
      const conversation = await deriveConversationId(env, talk.anna.id, talk.ben.id)
      expect(await viewBy(talk.id, talk.ben.id)).toMatchObject({ conversation })
      expect(await viewBy(talk.id, talk.anna.id)).toMatchObject({ phase: 'ended', until: null, conversation: null })
      for (const member of [talk.anna, talk.ben]) {
        await eventually(async () => (await revealsOf(member)) === 1, 'the notification')
        expect(await readInbox(env, member.id)).toMatchObject([{ conversation }])
      }
      const shown = shownIn(talk.annas.frames.slice(before))
      expect(shown).not.toContain('anonymous revealed')
      expect(shown).not.toContain('blind-date matched')
      expect(shown).toContain(way === 'next' ? 'anonymous waiting' : kind === 'blind' ? 'blind-date ended' : 'anonymous ended')
      expect(await blocksOf(talk.anna)).toEqual([])
      await go('report', talk)
      expect(await blocksOf(talk.anna), 'a report afterwards is of somebody known').toMatchObject([{ blockedId: talk.ben.id }])
      expect(await pairOf(talk)).toMatchObject([{ unmatchedAt: expect.any(Number) }])
    },
  )

  it.each(kinds)('a restriction ends %s for both, and the match waits', async (kind) => {
    const talk = await decide(kind, 'written')
    await go('restriction', talk)
    talk.match.release()
    await eventually(async () => (await phaseOf(talk, talk.ben)) === 'ended', 'the end')
    expect(await revealsOf(talk.ben)).toBe(0)
    expect(await pairOf(talk)).toMatchObject([{ unmatchedAt: null, openedAt: null }])
  })

  it('somebody who drops out is led to it', async () => {
    const talk = await decide('anonymous', 'written')
    talk.annas.socket.close()
    talk.match.release()
    for (const member of [talk.anna, talk.ben])
      await eventually(async () => (await phaseOf(talk, member)) === 'matched', 'the match')
  })

  it('a leave is kept over a crash, and so is what was written', async () => {
    const talk = await decide('anonymous', 'written')
    await go('leave', talk)
    await crashEncounter(talk.id)
    await runDurableObjectAlarm(encounterOf(talk.id))
    await eventually(async () => (await phaseOf(talk, talk.ben)) === 'matched', 'the match')
    expect(await phaseOf(talk, talk.anna)).toBe('ended')
  })
})

it('a report while the other one’s yes makes a match blocks, too', async () => {
  const talk = await beginTalk('anonymous')
  await sayYes(talk, talk.anna)
  const { evidence } = Encounter.prototype
  const spy = vi.spyOn(Encounter.prototype, 'evidence').mockImplementationOnce(async function (this: Encounter, member) {
    const taken = await evidence.call(this, member)
    await this.act(talk.ben.id, { kind: 'reveal' })
    await eventually(async () => (await pairOf(talk)).length === 1, 'the match')
    return taken
  })
  await go('report', talk)
  expect(spy).toHaveBeenCalledOnce()
  expect(await blocksOf(talk.anna)).toMatchObject([{ blockedId: talk.ben.id, metIn: null }])
  expect(await pairOf(talk)).toMatchObject([{ unmatchedAt: expect.any(Number) }])
  for (const { id } of [talk.anna, talk.ben])
    await eventually(async () => (await readInbox(env, id))?.length === 0, 'an inbox without the conversation')
})
