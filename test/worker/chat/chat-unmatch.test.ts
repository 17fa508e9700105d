import { chatActions } from '#features/chat/contract.ts'
import { env, runDurableObjectAlarm } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, chatRequests, pairs } from '#db/schema.ts'
import { finishBlocks, blockMember } from '#features/blocks/server/public.ts'
import {
  deriveConversationId,
  finishUnmatches,
  openDirectConversation,
  readHistory,
  readInbox,
} from '#features/chat/server/public.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { alarmOf, breakHub, crash, inConversation, mendHub, storedIn } from '#test/support/worker/objects.ts'
import { connectPoll } from '#test/support/worker/poll-client.ts'
import { connect, eventually, newId } from '#test/support/worker/realtime-client.ts'

const unmatch = (member: TestMember, conversation: string) => postJson(member, chatActions.unmatch.path, { conversation })
const say = (member: TestMember, conversation: string, text: string) =>
  postJson(member, chatActions.send.path, { conversation, cid: newId(), text })
const pairOf = async (conversation: string) => (await db.select().from(pairs).where(eq(pairs.conversationId, conversation)))[0]

describe('unmatching', () => {
  it('takes the conversation from both at once: row, unread, notifications, open channels and history', async () => {
    const { conversation, anna, ben } = await createMatch()
    const [annas, bens, bensPhone] = [await connect(anna.id), await connect(ben.id), await connect(ben.id)]
    await annas.enter(conversation)
    await annas.say(conversation, 'unmistakable words')
    await eventually(async () => (await readSummary(env, ben.id))?.unread === 1, 'one unread')
    await bens.enter(conversation)
    for (const client of [annas, bens, bensPhone]) await client.join(channelName.member(client.memberId))

    const response = await unmatch(ben, conversation)
    expect(response.status).toBe(200)

    for (const client of [annas, bens]) {
      const channel = channelName.conversation(conversation)
      expect(await client.until(() => client.events('closed')[0], 'the end')).toEqual({ event: 'closed', channel, data: null })
      expect(await client.heads()).toEqual({})
      const gone = await client.until(() => client.events('inbox').find(({ data }) => data.gone), 'the row’s end')
      expect(gone.data).toMatchObject({ conversation, unread: 0, totalUnread: 0, preview: '' })
      expect(await client.join(channel)).toMatchObject({ status: 'error', code: 'forbidden' })
    }
    await bensPhone.until(() => bensPhone.events('inbox').find(({ data }) => data.gone), 'the row’s end, elsewhere')
    expect(bensPhone.events('closed'), 'not joined there').toEqual([])
    for (const { id } of [anna, ben]) {
      expect(await readInbox(env, id)).toEqual([])
      expect(await readSummary(env, id)).toEqual({
        unread: 0,
        requests: 0,
        notifications: 0,
        bell: 0,
        likes: 0,
        conversations: [],
        match: null,
      })
      expect(await readHistory(env, conversation, id)).toEqual({ page: null })
      expect(await storedIn('hub', id)).not.toMatch(new RegExp(`unmistakable|${conversation}`))
    }
    expect(await storedIn('conversation', conversation), 'for a report').toContain('unmistakable')
    expect(await pairOf(conversation)).toMatchObject({ unmatchedAt: expect.any(Number), endedAt: expect.any(Number) })
    expect((await say(anna, conversation, 'hello?')).status).toBe(404)
    for (const path of [chatActions.edit.path, chatActions.delete.path, chatActions.read.path])
      expect((await postJson(anna, path, { conversation, seq: 1, text: 'x' })).status, path).toBe(404)
  })

  it('twice is unmatching once; for others’ conversations and none at all it is the same 404', async () => {
    const { conversation, anna, ben } = await createMatch()
    const stranger = await createMember()
    const refused = await Promise.all([unmatch(stranger, conversation), unmatch(anna, newId())])
    expect(refused.map((answer) => answer.status)).toEqual([404, 404])
    expect(await refused[0]?.text()).toBe(await refused[1]?.text())
    expect(await readInbox(env, anna.id)).toHaveLength(1)
    for (const member of [anna, anna, ben]) expect((await unmatch(member, conversation)).status).toBe(200)
    expect((await postJson(null, chatActions.unmatch.path, { conversation })).status).toBe(401)
  })

  it('works as a plain form, which leads to the inbox', async () => {
    const { conversation, anna } = await createMatch()
    const response = await postForm(anna, chatActions.unmatch.path, { conversation })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/messages'])
    expect(await readInbox(env, anna.id)).toEqual([])
  })

  it('reaches a hub that was away, though the conversation died meanwhile', async () => {
    const { conversation, anna, ben } = await createMatch()
    await breakHub(ben.id)
    expect((await unmatch(anna, conversation)).status).toBe(200)
    expect(await readInbox(env, anna.id)).toEqual([])
    expect(await alarmOf(conversation)).not.toBeNull()
    await crash(conversation)
    await mendHub(ben.id)
    expect(await readInbox(env, ben.id)).toHaveLength(1)
    await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
    await eventually(async () => (await readInbox(env, ben.id))?.length === 0, 'the row’s end')
    await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
    expect(await alarmOf(conversation), 'nothing more to do').toBeNull()
  })

  it('that was committed, and no more, is carried through by the cron', async () => {
    const { conversation, anna, ben } = await createMatch()
    const now = Date.now()
    await db.update(pairs).set({ unmatchedAt: now }).where(eq(pairs.conversationId, conversation))
    await finishUnmatches(env, now)
    expect(await readInbox(env, ben.id), 'the request may still be at it').toHaveLength(1)
    await finishUnmatches(env, now + 60_000)
    for (const { id } of [anna, ben]) expect(await readInbox(env, id)).toEqual([])
    expect(await pairOf(conversation)).toMatchObject({ unmatchedAt: now, endedAt: now + 60_000 })
  })

  it('ends an accepted request, too', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const conversation = await deriveConversationId(env, anna.id, ben.id)
    const sentAt = Date.now()
    await db.insert(chatRequests).values({
      conversationId: conversation,
      fromId: anna.id,
      toId: ben.id,
      state: 'accepted',
      cid: newId(),
      sentAt,
      stateAt: sentAt,
      settledAt: sentAt,
    })
    await openDirectConversation(env, conversation, [anna.id, ben.id], sentAt)
    expect((await unmatch(ben, conversation)).status).toBe(200)
    expect(await pairOf(conversation)).toMatchObject({ unmatchedAt: expect.any(Number), endedAt: expect.any(Number) })
    expect(await readInbox(env, anna.id)).toEqual([])
  })

  it('leaves no connection behind that was just coming in', async () => {
    const { conversation, anna, ben } = await createMatch()
    const clients = await Promise.all([connect(anna.id), connect(ben.id), connect(ben.id)])
    const channel = channelName.conversation(conversation)
    await Promise.all([...clients.map((client) => client.join(channel)), env.CONVERSATION.getByName(conversation).close()])
    for (const client of clients) {
      expect(await client.request({ type: 'message:send', channel, cid: newId(), text: 'too late' })).toMatchObject({
        status: 'error',
        code: 'not-joined',
      })
      expect(await client.heads()).toEqual({})
    }
    expect(await inConversation(conversation, 'SELECT * FROM presence')).toEqual([])
  })
})

describe('a block', () => {
  it('closes the channel on both transports, and no frame follows', async () => {
    const { conversation, anna, ben } = await createMatch()
    const [annas, bens] = [await connect(anna.id), await connectPoll(ben.id)]
    await annas.enter(conversation)
    await bens.enter(conversation)
    await bens.join(channelName.member(ben.id))
    await blockMember(env, { blockerId: anna.id, blockedId: ben.id }, Date.now())
    for (const client of [annas, bens]) await client.until(() => client.events('closed')[0], 'the end')
    await bens.until(() => bens.events('inbox').find(({ data }) => data.gone), 'the row’s end')
    const channel = channelName.conversation(conversation)
    for (const client of [annas, bens])
      expect(await client.request({ type: 'message:send', channel, cid: newId(), text: 'x' })).toMatchObject({ status: 'error' })
    expect(await readInbox(env, ben.id)).toEqual([])
    expect(await pairOf(conversation)).toMatchObject({ unmatchedAt: expect.any(Number) })
    await blockMember(env, { blockerId: anna.id, blockedId: ben.id }, Date.now())
    expect(await db.select().from(blocks).where(eq(blocks.blockerId, anna.id))).toMatchObject([{ endedAt: expect.any(Number) }])
  })

  it('between strangers leaves no conversation behind', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await blockMember(env, { blockerId: anna.id, blockedId: ben.id }, Date.now())
    expect(await storedIn('conversation', await deriveConversationId(env, anna.id, ben.id))).toBe('[]')
    expect(await pairOf(await deriveConversationId(env, anna.id, ben.id))).toBeUndefined()
  })

  it('that came into the database in any other way ends the conversation by the cron: no row, no count', async () => {
    const { conversation, anna, ben } = await createMatch()
    await say(anna, conversation, 'hello')
    await eventually(async () => (await readSummary(env, ben.id))?.unread === 1, 'one unread')
    await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: Date.now() })
    await finishBlocks(env, Date.now())
    for (const { id } of [anna, ben]) expect(await readInbox(env, id)).toEqual([])
    expect(await readSummary(env, ben.id)).toMatchObject({ unread: 0, notifications: 0 })
    await db.delete(blocks).where(and(eq(blocks.blockerId, ben.id), eq(blocks.blockedId, anna.id)))
    expect((await say(anna, conversation, 'again?')).status, 'taking a block back brings nothing back').toBe(404)
  })
})
