import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, likes, members, pairs } from '#db/schema.ts'
import { keepApartStatement } from '#features/blocks/server/public.ts'
import {
  deriveConversationId,
  importConversation,
  openDirectConversation,
  readHistory,
  readInbox,
} from '#features/chat/server/public.ts'
import { keptMessages } from '#features/encounters/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import { finishMatches } from '#features/likes/server/public.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { crashEncounter, encounterOf, inEncounter, openAgain, pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { createWriter, likeAnswer } from '#test/support/worker/ties.ts'
import { seatBy } from '#test/support/worker/waiting.ts'
import { connect, eventually, newId } from '#test/support/worker/realtime-client.ts'
import { writeMutualMatch } from '#objects/encounter/mutual-match.ts'

/** Two members in an anonymous chat who have written to each other. */
async function chat(texts: readonly string[] = ['from Anna', 'from Ben']) {
  const [anna, ben] = await Promise.all([createMember({ member: { firstName: 'Anna' } }), createMember()])
  const { id } = await pairUp('anonymous', [anna.id, ben.id])
  for (const [index, text] of texts.entries()) await say(id, index % 2 === 0 ? anna : ben, text, `message-${index}`)
  return { id, anna, ben }
}

const say = (id: string, { id: member }: TestMember, text: string, cid = newId()) =>
  encounterOf(id).sendFromHub({ member, cid, text })

const reveal = (id: string, { id: member }: TestMember) => encounterOf(id).act(member, { kind: 'reveal' })

/** Both press, and everything that follows is done. */
async function revealBoth(id: string, anna: TestMember, ben: TestMember): Promise<string> {
  await reveal(id, anna)
  await reveal(id, ben)
  return matchOf(id, anna)
}

async function matchOf(id: string, { id: member }: TestMember): Promise<string> {
  const view = await eventually(async () => {
    const now = await viewBy(id, member)
    return now.phase === 'matched' && now
  }, 'the match')
  return view.conversation ?? ''
}

const isTold = (id: string) =>
  eventually(async () => {
    const rows = await inEncounter(
      id,
      'SELECT has_notice AS noticed, hub_version = version AS current FROM participants, encounter',
    )
    return rows.every(({ noticed, current }) => noticed === 1 && current === 1)
  }, 'both hubs to be told')

const pairOf = (anna: TestMember, ben: TestMember) => {
  const [low = '', high = ''] = [anna.id, ben.id].toSorted()
  return db.select().from(pairs).where(and(eq(pairs.lowId, low), eq(pairs.highId, high))) // prettier-ignore
}
const noticesOf = ({ id }: TestMember) => inHub(id, 'SELECT id, kind, conversation, from_id FROM notifications')

describe('a lone reveal', () => {
  it('shows the other nothing: no frame, no head, no other view, and no row', async () => {
    const { id, anna, ben } = await chat()
    const bens = await connect(ben.id, ben.sid)
    await bens.join(channelName.member(ben.id))
    await bens.enter(id)
    await bens.heads()
    const [frames, view, evidence] = [bens.frames.length, await viewBy(id, ben.id), await encounterOf(id).evidence(ben.id)]
    expect(await reveal(id, anna)).toMatchObject({ ok: true, view: { phase: 'talking', own: { revealed: true } } })
    expect(await reveal(id, anna), 'a repeat').toMatchObject({ ok: true })
    const heads = await bens.heads()
    expect(bens.frames.slice(frames)).toEqual([{ event: 'pong', data: heads }])
    expect(heads).toEqual({})
    expect(await viewBy(id, ben.id)).toEqual(view)
    expect(await encounterOf(id).evidence(ben.id)).toEqual(evidence)
    expect(await noticesOf(ben), 'that they were paired, as before').toMatchObject([{ kind: 'stranger' }])
    expect(await db.select().from(likes).where(eq(likes.toId, ben.id))).toEqual([])
  })

  it('is kept over a crash, and the second one makes the match', async () => {
    const { id, anna, ben } = await chat()
    await reveal(id, anna)
    await crashEncounter(id)
    expect((await viewBy(id, anna.id)).own.revealed).toBe(true)
    expect((await viewBy(id, ben.id)).own.revealed).toBe(false)
    await reveal(id, ben)
    expect(await matchOf(id, ben)).toBe(await deriveConversationId(env, anna.id, ben.id))
  })
})

describe('two reveals', () => {
  it('make a match whose conversation holds what was said, under the real ids, in order and with its times', async () => {
    const { id, anna, ben } = await chat(['one', 'two', 'three'])
    const said = (await encounterOf(id).history(anna.id, { limit: 50 }))?.messages ?? []
    const conversation = await revealBoth(id, anna, ben)
    const page = (await readHistory(env, conversation, ben.id))?.page
    expect(page?.messages.map(({ from, text, sentAt }) => ({ from, text, sentAt }))).toEqual([
      { from: anna.id, text: 'one', sentAt: said[0]?.sentAt },
      { from: ben.id, text: 'two', sentAt: said[1]?.sentAt },
      { from: anna.id, text: 'three', sentAt: said[2]?.sentAt },
    ])
    expect(await pairOf(anna, ben)).toMatchObject([{ conversationId: conversation, unmatchedAt: null }])
    expect(await db.select().from(likes).where(eq(likes.fromId, anna.id))).toMatchObject([{ toId: ben.id }])
    expect(await db.select().from(likes).where(eq(likes.fromId, ben.id))).toMatchObject([{ toId: anna.id }])
  })

  it('begin their conversation with the lines of likes from before the talk, each once', async () => {
    const [anna, ben] = await Promise.all([createWriter(), createWriter()])
    await likeAnswer(ben, anna, 'Withdrawn')
    await postJson(ben, likeActions.withdraw.path, { id: anna.id })
    await likeAnswer(anna, ben, 'Which bunk is the best one?')
    const { id } = await pairUp('anonymous', [anna.id, ben.id])
    await say(id, ben, 'from Ben')
    await say(id, anna, 'from Anna')
    const conversation = await revealBoth(id, anna, ben)
    await isTold(id)
    await db.update(pairs).set({ openedAt: null }).where(eq(pairs.conversationId, conversation))
    await finishMatches(env, Date.now() + 60_000)
    const messages = (await readHistory(env, conversation, ben.id))?.page?.messages ?? []
    expect(messages.map(({ from, text }) => ({ from, text }))).toEqual([
      { from: anna.id, text: 'Which bunk is the best one?' },
      { from: ben.id, text: 'from Ben' },
      { from: anna.id, text: 'from Anna' },
    ])
    const times = messages.map(({ sentAt }) => sentAt)
    expect(times, 'in the order of their times').toEqual(times.toSorted((one, other) => one - other))
  })

  it(`copy the last ${keptMessages} messages`, async () => {
    const { id, anna, ben } = await chat(Array.from({ length: keptMessages + 5 }, (_, index) => `${index}`))
    const conversation = await revealBoth(id, anna, ben)
    const texts = (await readHistory(env, conversation, anna.id, { limit: 300 }))?.page?.messages.map(({ text }) => text)
    expect(texts).toEqual(Array.from({ length: keptMessages }, (_, index) => `${index + 5}`))
  })

  it('put a row into both inboxes, with nothing unread, and notify both once, naming nobody', async () => {
    const { id, anna, ben } = await chat()
    const phone = await connect(anna.id, anna.sid)
    await phone.join(channelName.member(anna.id))
    const conversation = await revealBoth(id, anna, ben)
    await isTold(id)
    for (const [member, other] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      // prettier-ignore
      expect(await readInbox(env, member.id)).toMatchObject([{ conversation, other: other.id, unread: 0, stage: 'open' }])
      expect(await readSummary(env, member.id)).toMatchObject({ unread: 0, notifications: 1, bell: 1 })
      expect(await noticesOf(member)).toMatchObject([{ kind: 'reveal', conversation, from_id: other.id }])
    }
    const { data } = await phone.until(() => phone.events('notification')[0], 'the notification')
    expect(data).toMatchObject({ kind: 'reveal', link: conversation })
    expect(data.icon).toBeUndefined()
    expect(JSON.stringify(data)).not.toContain(ben.firstName)
    expect(await pairOf(anna, ben)).toMatchObject([{ openedAt: expect.any(Number) }])
  })

  it('close the channel, and end it for good', async () => {
    const { id, anna, ben } = await chat()
    const bens = await connect(ben.id, ben.sid)
    await bens.enter(id)
    await revealBoth(id, anna, ben)
    await bens.until(() => bens.events('closed')[0], 'the end of the channel')
    expect(await say(id, anna, 'too late')).toEqual({ ok: false, code: 'forbidden' })
    expect(await encounterOf(id).act(anna.id, { kind: 'leave' })).toEqual({ ok: false, code: 'over' })
    await encounterOf(id).stop(anna.id)
    expect((await viewBy(id, ben.id)).phase).toBe('matched')
  })

  it('of two who have matched meanwhile lead to the conversation that they have', async () => {
    const { id, anna, ben } = await chat(['anonymous'])
    const conversation = newId()
    const [lowId = '', highId = ''] = [anna.id, ben.id].toSorted()
    await db.insert(pairs).values({ lowId, highId, conversationId: conversation, matchedAt: Date.now(), openedAt: Date.now() })
    await openDirectConversation(env, conversation, [anna.id, ben.id])
    expect(await revealBoth(id, anna, ben)).toBe(conversation)
    expect((await readHistory(env, conversation, anna.id))?.page?.messages).toMatchObject([{ text: 'anonymous', from: anna.id }])
  })

  it.each([
    [
      'have blocked each other',
      (anna: TestMember, ben: TestMember) => db.insert(blocks).values({ blockerId: anna.id, blockedId: ben.id, createdAt: 1 }),
    ],
    [
      'were blocked by the other one',
      (anna: TestMember, ben: TestMember) => db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: 1 }),
    ],
    [
      'have paused',
      (_: TestMember, ben: TestMember) => db.update(members).set({ state: 'paused' }).where(eq(members.id, ben.id)),
    ],
    ['are kept apart by a report', (anna: TestMember, ben: TestMember) => db.batch([keepApartStatement(db, anna.id, ben.id)])],
    [
      'were restricted',
      (_: TestMember, ben: TestMember) => db.update(members).set({ state: 'restricted' }).where(eq(members.id, ben.id)),
    ],
  ] as const)('of two who %s by then look like lone ones, and the chat goes on', async (_, part) => {
    // prettier-ignore
    const { id, anna, ben } = await chat()
    const alone = await reveal(id, anna)
    await part(anna, ben)
    expect(Object.keys((await reveal(id, ben)) ?? {})).toEqual(Object.keys(alone ?? {}))
    const isAsked = async () => (await inEncounter(id, 'SELECT barred FROM encounter'))[0]?.['barred'] === 1
    await eventually(isAsked, 'the question whether they may meet')
    for (const { id: member } of [anna, ben]) {
      const view = await viewBy(id, member)
      expect(view).toMatchObject({ phase: 'talking', until: null, own: { revealed: true }, conversation: null })
    }
    expect(await say(id, anna, 'and you?')).toMatchObject({ ok: true })
    expect(await reveal(id, ben)).toMatchObject({ ok: true })
    expect((await viewBy(id, anna.id)).phase).toBe('talking')
    expect(await pairOf(anna, ben)).toEqual([])
    // They know that they were paired, and of nothing else.
    for (const member of [anna, ben]) expect((await noticesOf(member)).filter(({ kind }) => kind !== 'stranger')).toEqual([])
    expect(await db.select().from(likes).where(eq(likes.fromId, ben.id))).toEqual([])
  })
})

/** What the object does once both have said yes, in its order; a crash may come before and after each. */
const steps: readonly ((id: string, anna: TestMember, ben: TestMember) => Promise<unknown>)[] = [
  async (_, anna, ben) =>
    writeMutualMatch(db, {
      people: [anna.id, ben.id],
      now: Date.now(),
      freshId: await deriveConversationId(env, anna.id, ben.id),
    }),
  async (_, anna, ben) => openDirectConversation(env, await deriveConversationId(env, anna.id, ben.id), [anna.id, ben.id]),
  async (id, anna, ben) => {
    const messages = (await encounterOf(id).evidence(anna.id))?.messages ?? []
    const imported = messages.map(({ from, text, sentAt }, index) => ({ from, text, sentAt, cid: `message-${index}` }))
    await importConversation(env, await deriveConversationId(env, anna.id, ben.id), imported, [anna.id, ben.id])
  },
]

describe('a block by profile', () => {
  it('changes nothing in a chat that goes on, also over a crash', async () => {
    const { id, anna, ben } = await chat()
    await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: 1 })
    await crashEncounter(id)
    expect(await say(id, anna, 'hello?')).toMatchObject({ ok: true })
    expect((await viewBy(id, ben.id)).phase).toBe('talking')
  })
})

describe('a hub that cannot be reached', () => {
  const breakSeat = (member: TestMember) => inHub(member.id, 'ALTER TABLE seat RENAME TO seat_away')
  const mendSeat = (member: TestMember) => inHub(member.id, 'ALTER TABLE seat_away RENAME TO seat')

  it('hears of the beginning and of the end later, also over crashes of the encounter', async () => {
    const { id, anna, ben } = await chat()
    await breakSeat(ben)
    await encounterOf(id).act(anna.id, { kind: 'leave' })
    await crashEncounter(id)
    await eventually(async () => (await seatBy(anna).read()).state === 'free', 'Anna to be free')
    await mendSeat(ben)
    expect((await seatBy(ben).read()).state).toBe('paired')
    await runDurableObjectAlarm(encounterOf(id))
    await eventually(async () => (await seatBy(ben).read()).state === 'free', 'Ben to be free')
  })
})

describe('a crash between two reveals and their match', () => {
  it.each([0, 1, 2, 3])('after %d of its steps loses nothing and does nothing twice', async (done) => {
    const { id, anna, ben } = await chat()
    await inEncounter(id, 'UPDATE participants SET revealed = 1')
    await inEncounter(id, "UPDATE encounter SET phase = 'deciding'")
    await inEncounter(id, "INSERT OR REPLACE INTO alarms (name, at) VALUES ('decide', 1)")
    await crashEncounter(id)
    for (const step of steps.slice(0, done)) await step(id, anna, ben)
    await runDurableObjectAlarm(encounterOf(id))
    const conversation = await matchOf(id, anna)
    await isTold(id)
    expect(await pairOf(anna, ben)).toMatchObject([{ conversationId: conversation }])
    const texts = (await readHistory(env, conversation, anna.id))?.page?.messages.map(({ text }) => text)
    expect(texts).toEqual(['from Anna', 'from Ben'])
    for (const member of [anna, ben]) expect(await noticesOf(member)).toMatchObject([{ kind: 'reveal' }])
  })

  it('after the match, before the hubs have heard of it, tells them once', async () => {
    const { id, anna, ben } = await chat()
    await revealBoth(id, anna, ben)
    await isTold(id)
    await inEncounter(id, 'UPDATE participants SET hub_version = 0, has_notice = 0')
    await inEncounter(id, "INSERT OR REPLACE INTO alarms (name, at) VALUES ('notify', 1)")
    await crashEncounter(id)
    await runDurableObjectAlarm(encounterOf(id))
    await isTold(id)
    for (const member of [anna, ben]) expect(await noticesOf(member)).toHaveLength(1)
  })

  it('is tried again when D1 or a conversation fails, and the talk goes on meanwhile', async () => {
    const { id, anna, ben } = await chat()
    await env.DB.prepare('ALTER TABLE pairs RENAME TO pairs_away').run()
    await reveal(id, anna)
    await reveal(id, ben)
    expect((await viewBy(id, anna.id)).phase).toBe('talking')
    expect(await say(id, anna, 'meanwhile')).toMatchObject({ ok: true })
    await env.DB.prepare('ALTER TABLE pairs_away RENAME TO pairs').run()
    await runDurableObjectAlarm(encounterOf(id))
    expect(await matchOf(id, ben)).not.toBe('')
  })

  it('in the middle of pairing: opened again it is the same encounter', async () => {
    const { id, anna, ben } = await chat()
    const before = await viewBy(id, anna.id)
    await crashEncounter(id)
    await openAgain({ id, kind: 'anonymous', anna: anna.id, ben: ben.id })
    expect(await viewBy(id, anna.id)).toEqual(before)
  })
})
