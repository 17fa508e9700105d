import { likeActions } from '#features/likes/contract.ts'
import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { blocks, chatRequests } from '#db/schema.ts'
import { requestActions, chatActions, type WriteView } from '#features/chat/contract.ts'
import { blockMember } from '#features/blocks/server/public.ts'
import { sweepRequests } from '#features/chat/server/requests/request-settle.ts'
import type { MessagesProps } from '#features/chat/ui/inbox/messages-props.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { readNotices } from '#features/notifications/server/public.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { connect, eventually, newId } from '#test/support/worker/realtime-client.ts'
import { inboxOf, openRequest, tablesOf, textsOf, writeTo } from '#test/support/worker/requests.ts'

vi.setConfig({ testTimeout: 60_000 })

const accept = (member: TestMember, conversation: string) => postJson(member, requestActions.accept.path, { conversation })
const decline = (member: TestMember, conversation: string) => postJson(member, requestActions.decline.path, { conversation })
const send = (member: TestMember, conversation: string, text = 'More') =>
  postJson(member, chatActions.send.path, { conversation, cid: newId(), text })
const writeViewOf = async (viewer: TestMember, other: TestMember) =>
  (await readPayload<{ write: WriteView }>(viewer, `/profile-info/${other.id}`)).props.write
const monthLater = () => Date.now() + 31 * 86_400_000

describe('while a request waits', () => {
  it('neither can send, edit, take back or react', async () => {
    const { anna, ben, conversation } = await openRequest()
    for (const member of [anna, ben]) {
      const response = await send(member, conversation)
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({ error: { code: 'request-waits' } })
      const client = await connect(member.id, member.sid)
      await client.enter(conversation)
      const channel = channelName.conversation(conversation)
      expect(await client.request({ type: 'message:send', channel, cid: newId(), text: 'More' })).toMatchObject({
        status: 'error',
        code: 'conflict',
      })
    }
    const changes = [
      await postJson(anna, chatActions.edit.path, { conversation, seq: 1, text: 'anna.com' }),
      await postJson(anna, chatActions.delete.path, { conversation, seq: 1 }),
      await postJson(ben, chatActions.react.path, { conversation, seq: 1, emoji: '❤️' }),
    ]
    expect(changes.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(await textsOf(conversation, anna)).toEqual(['Hello there!'])
  })

  it('the sender sees nothing of the receiver: no presence, no typing, no receipts', async () => {
    const { anna, ben, conversation } = await openRequest()
    const [annas, bens] = [await connect(anna.id, anna.sid), await connect(ben.id, ben.sid)]
    const channel = channelName.conversation(conversation)
    const joined = [await annas.enter(conversation), await bens.enter(conversation)]
    expect(joined.map(({ marks }) => marks)).toEqual([[], []])
    await bens.request({ type: 'channel:clientEvent', channel, event: 'client-typing' })
    await postJson(ben, chatActions.read.path, { conversation, seq: 1 })
    await bens.leave(channel)
    await annas.leave(channel)
    const again = await annas.enter(conversation)
    expect(again.marks).toEqual([])
    await annas.until(() => annas.events('presence:subscribed').length === 2, 'the second list')
    const heard = annas.frames.filter((frame) => 'event' in frame && frame.event !== 'presence:subscribed')
    expect(heard).toEqual([])
    const present = annas.events('presence:subscribed').flatMap(({ data }) => data.map(({ user_id }) => user_id))
    expect(new Set(present)).toEqual(new Set([anna.id]))
    const revs = annas.events('presence:subscribed').map(({ rev }) => rev)
    expect(new Set(revs).size, 'no count of comings and goings either').toBe(1)
  })
})

describe('an accepted request', () => {
  it('is an open conversation for both, and notifies its sender', async () => {
    const { anna, ben, conversation } = await openRequest()
    const phone = await connect(anna.id, anna.sid)
    await phone.join(channelName.member(anna.id))
    const response = await accept(ben, conversation)
    expect(await response.json()).toMatchObject({ conversation })
    const { data } = await phone.until(() => phone.events('notification')[0], 'notification')
    expect(data).toMatchObject({ kind: 'message', link: conversation })
    expect(await phone.until(() => phone.events('inbox')[0], 'inbox')).toMatchObject({ data: { stage: 'open' } })
    for (const member of [anna, ben]) {
      expect(await inboxOf(member)).toMatchObject([{ conversation, stage: 'open' }])
      expect((await send(member, conversation)).status).toBe(200)
      const { current, partners, requests } = (await readPayload<MessagesProps>(member, `/messages?chat=${conversation}`)).props
      expect([current?.stage, partners.length, requests]).toEqual(['open', 1, 0])
    }
    expect(await textsOf(conversation, anna)).toEqual(['Hello there!', 'More', 'More'])
    expect(await writeViewOf(anna, ben)).toEqual({ kind: 'open', conversation })
    expect(await writeViewOf(ben, anna)).toEqual({ kind: 'open', conversation })
  })

  it('shows each the other’s presence from then on, without joining again', async () => {
    const { anna, ben, conversation } = await openRequest()
    const [annas, bens] = [await connect(anna.id, anna.sid), await connect(ben.id, ben.sid)]
    await annas.enter(conversation)
    await bens.enter(conversation)
    await accept(ben, conversation)
    for (const client of [annas, bens])
      await client.until(() => client.events('presence:subscribed').some(({ data }) => data.length === 2), 'both are there')
    await bens.leave(channelName.conversation(conversation))
    await annas.until(() => annas.events('presence:leaving').find(({ data }) => data.user_id === ben.id), 'leaving')
  })

  it('moves from the number of requests to unread messages', async () => {
    const { ben, conversation } = await openRequest()
    await accept(ben, conversation)
    expect(await readSummary(env, ben.id)).toMatchObject({ unread: 1, requests: 0, conversations: [{ conversation, unread: 1 }] })
  })

  it('stays accepted when pressed twice, and cannot be declined any more', async () => {
    const { ben, conversation } = await openRequest()
    expect((await accept(ben, conversation)).status).toBe(200)
    expect((await accept(ben, conversation)).status).toBe(200)
    expect((await decline(ben, conversation)).status).toBe(404)
  })

  it('is no match', async () => {
    const { anna, ben, conversation } = await openRequest()
    await accept(ben, conversation)
    const { props } = await readPayload<{ relation: unknown }>(anna, `/profile-info/${ben.id}`)
    expect(props.relation).toMatchObject({ relationship: 'none', conversationId: null })
  })

  it('cannot be accepted by its sender, a stranger or someone who guesses: the same 404', async () => {
    const { anna, conversation } = await openRequest()
    const stranger = await createMember()
    const answers = await Promise.all(
      [accept(anna, conversation), accept(stranger, conversation), accept(stranger, newId()), decline(anna, conversation)].map(
        async (answer) => `${(await answer).status} ${await (await answer).text()}`,
      ),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^404 /)
  })

  it('needs both still to be there: after a block there is nothing to accept', async () => {
    const { anna, ben, conversation } = await openRequest()
    await db.insert(blocks).values({ blockerId: anna.id, blockedId: ben.id, createdAt: 1 })
    expect((await accept(ben, conversation)).status).toBe(404)
  })

  it('leads a plain form to the conversation', async () => {
    const { ben, conversation } = await openRequest()
    const response = await postForm(ben, requestActions.accept.path, { conversation })
    expect([response.status, response.headers.get('location')]).toEqual([303, `/messages?chat=${conversation}`])
  })

  it('that was cut off is finished later', async () => {
    const { anna, ben, conversation } = await openRequest()
    const stateAt = Date.now() - 60_000
    await db
      .update(chatRequests)
      .set({ state: 'accepted', stateAt, settledAt: null })
      .where(eq(chatRequests.conversationId, conversation))
    await sweepRequests(env, Date.now())
    for (const member of [anna, ben]) expect(await inboxOf(member)).toMatchObject([{ stage: 'open' }])
  })
})

describe('a declined request', () => {
  it('is gone for its receiver and waits for its sender, who cannot notice it', async () => {
    const declined = await openRequest()
    const ignored = await openRequest()
    const phone = await connect(declined.ben.id, declined.ben.sid)
    await phone.join(channelName.member(declined.ben.id))
    const [annas, others] = await Promise.all(
      [declined, ignored].map(async ({ anna, conversation }) => {
        const client = await connect(anna.id, anna.sid)
        await client.join(channelName.member(anna.id))
        await client.enter(conversation)
        return client
      }),
    )
    expect((await decline(declined.ben, declined.conversation)).status).toBe(200)
    expect(await phone.until(() => phone.events('inbox').find(({ data }) => data.gone), 'gone')).toMatchObject({
      data: { conversation: declined.conversation, requests: 0 },
    })
    expect(await inboxOf(declined.ben)).toEqual([])
    expect((await openPage(declined.ben, `/messages?chat=${declined.conversation}`)).status).toBe(404)
    expect(await textsOf(declined.conversation, declined.ben)).toBeNull()
    expect(await readSummary(env, declined.ben.id)).toMatchObject({ requests: 0 })
    expect(await writeViewOf(declined.ben, declined.anna)).toEqual({ kind: 'none' })

    await annas?.heads()
    await others?.heads()
    const eventsOf = (client: typeof annas) => client?.frames.map((frame) => ('event' in frame ? frame.event : frame.status))
    expect(eventsOf(annas)).toEqual(eventsOf(others))
    for (const { anna, ben, conversation } of [declined, ignored]) {
      expect(await inboxOf(anna)).toEqual([{ conversation, stage: 'outgoing', preview: 'Hello there!', unread: 0 }])
      expect(await writeViewOf(anna, ben)).toEqual({ kind: 'sent', conversation })
      expect(await textsOf(conversation, anna)).toEqual(['Hello there!'])
      expect((await writeTo(anna, ben.id, 'Please')).status).toBe(409)
      expect((await send(anna, conversation)).status).toBe(409)
    }
  })

  it('lets its receiver neither join nor read, and leads a plain form back to the requests', async () => {
    const { ben, conversation } = await openRequest()
    const response = await postForm(ben, requestActions.decline.path, { conversation })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/messages?requests=1'])
    const client = await connect(ben.id, ben.sid)
    expect(await client.join(channelName.conversation(conversation))).toMatchObject({ status: 'error', code: 'forbidden' })
  })

  it('that was cut off is finished later', async () => {
    const { anna, ben, conversation } = await openRequest()
    const stateAt = Date.now() - 60_000
    await db
      .update(chatRequests)
      .set({ state: 'declined', stateAt, settledAt: null })
      .where(eq(chatRequests.conversationId, conversation))
    await sweepRequests(env, Date.now())
    expect(await inboxOf(ben)).toEqual([])
    expect(await inboxOf(anna)).toMatchObject([{ stage: 'outgoing' }])
  })
})

describe('a like by both', () => {
  it.each(['waits', 'was declined'])('opens the conversation of a request that %s', async (what) => {
    const { anna, ben, conversation } = await openRequest()
    if (what === 'was declined') await decline(ben, conversation)
    await postJson(anna, likeActions.like.path, { id: ben.id })
    expect(await (await postJson(ben, likeActions.like.path, { id: anna.id })).json()).toMatchObject({
      match: true,
      conversationId: conversation,
    })
    for (const member of [anna, ben]) {
      await eventually(async () => (await inboxOf(member))[0]?.stage === 'open', 'open')
      const { partners, requests } = (await readPayload<MessagesProps>(member, '/messages')).props
      expect([partners.map(({ stage }) => stage), requests]).toEqual([['open'], 0])
      expect((await send(member, conversation)).status).toBe(200)
    }
    expect(await textsOf(conversation, ben)).toEqual(['Hello there!', 'More', 'More'])
    expect((await accept(ben, conversation)).status).toBe(200)
  })
})

describe('a request that is not accepted', () => {
  it.each(['ignored', 'declined'])('and was %s is gone after 30 days, and looks the same to its sender', async (what) => {
    const { anna, ben, conversation } = await openRequest()
    if (what === 'declined') await decline(ben, conversation)
    await sweepRequests(env, Date.now() + 29 * 86_400_000)
    expect(await inboxOf(anna)).toHaveLength(1)
    const phone = await connect(anna.id, anna.sid)
    await phone.join(channelName.member(anna.id))
    await sweepRequests(env, monthLater())
    expect(await phone.until(() => phone.events('inbox')[0], 'gone')).toMatchObject({ data: { conversation, gone: true } })
    for (const member of [anna, ben]) {
      expect(await inboxOf(member)).toEqual([])
      expect((await openPage(member, `/messages?chat=${conversation}`)).status).toBe(404)
    }
    expect(await tablesOf(conversation)).toEqual([])
    expect(await writeViewOf(anna, ben)).toEqual({ kind: 'sent', conversation: null })
    expect((await writeTo(anna, ben.id)).status).toBe(409)
  })

  it('lets its receiver write in turn', async () => {
    const { anna, ben, conversation } = await openRequest()
    await sweepRequests(env, monthLater())
    expect((await writeTo(ben, anna.id, 'Late, but hello')).status).toBe(200)
    expect(await inboxOf(anna)).toMatchObject([{ conversation, stage: 'incoming', preview: 'Late, but hello' }])
    expect(await textsOf(conversation, ben)).toEqual(['Late, but hello'])
  })

  it('makes way for a match', async () => {
    const { anna, ben, conversation } = await openRequest()
    await sweepRequests(env, monthLater())
    await postJson(anna, likeActions.like.path, { id: ben.id })
    await postJson(ben, likeActions.like.path, { id: anna.id })
    expect((await send(ben, conversation)).status).toBe(200)
    expect(await textsOf(conversation, anna)).toEqual(['More'])
  })

  it('was accepted in time and stays', async () => {
    const { anna, ben, conversation } = await openRequest()
    await accept(ben, conversation)
    await sweepRequests(env, monthLater())
    expect((await send(anna, conversation)).status).toBe(200)
  })
})

describe('the end of a request', () => {
  /** Ben, or Anna herself, blocks and unblocks. */
  const blockAndLift = async (blocker: TestMember, blocked: TestMember) => {
    await blockMember(env, { blockerId: blocker.id, blockedId: blocked.id }, Date.now())
    await db.delete(blocks).where(eq(blocks.blockerId, blocker.id))
  }
  const ended = async (conversation: string, ...both: TestMember[]) => {
    for (const member of both) {
      expect(await inboxOf(member)).toEqual([])
      expect(await textsOf(conversation, member)).toBeNull()
      expect((await openPage(member, `/messages?chat=${conversation}`)).status).toBe(404)
    }
  }

  it('that was accepted comes with a block, for both and for good', async () => {
    const { anna, ben, conversation } = await openRequest()
    await accept(ben, conversation)
    await blockAndLift(ben, anna)
    await ended(conversation, anna, ben)
    for (const [member, other] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      // prettier-ignore
      expect((await writeTo(member, other.id)).status).toBe(409)
      expect((await postJson(member, likeActions.like.path, { id: other.id })).status).toBe(409)
      expect(await writeViewOf(member, other)).toEqual({ kind: 'none' })
    }
    await sweepRequests(env, monthLater())
    expect(await writeViewOf(anna, ben)).toEqual({ kind: 'none' })
  })

  const endings = (['waits', 'was declined'] as const).flatMap((what) =>
    (['receiver', 'sender'] as const).map((who) => [what, who] as const),
  )
  it.each(endings)('that %s comes with a block of its %s, and shows its sender no more than an expiry', async (what, who) => {
    const { anna, ben, conversation } = await openRequest()
    if (what === 'was declined') await decline(ben, conversation)
    await (who === 'receiver' ? blockAndLift(ben, anna) : blockAndLift(anna, ben))
    await ended(conversation, anna, ben)
    for (const at of [Date.now(), monthLater()]) {
      await sweepRequests(env, at)
      expect(await writeViewOf(anna, ben)).toEqual({ kind: 'sent', conversation: null })
      const again = await writeTo(anna, ben.id)
      expect([again.status, await again.json()]).toMatchObject([409, { error: { code: 'request-waits' } }])
    }
    expect(await readNotices(env, anna.id, { limit: 10, before: null })).toEqual([])
  })

  it.each(endings)('that %s, by a block of its %s that was taken back, leaves the way to a match', async (what, who) => {
    const { anna, ben, conversation } = await openRequest()
    if (what === 'was declined') await decline(ben, conversation)
    await (who === 'receiver' ? blockAndLift(ben, anna) : blockAndLift(anna, ben))
    for (const [member, other] of [
      [anna, ben],
      [ben, anna],
    ] as const)
      // prettier-ignore
      expect((await postJson(member, likeActions.like.path, { id: other.id })).status).toBe(200)
    expect((await send(ben, conversation)).status).toBe(200)
    expect(await textsOf(conversation, anna)).toEqual(['More'])
  })

  it('by a block that was taken back lets its receiver write in turn', async () => {
    const { anna, ben, conversation } = await openRequest()
    await blockAndLift(ben, anna)
    expect((await writeTo(ben, anna.id, 'Hello after all')).status).toBe(200)
    expect(await textsOf(conversation, anna)).toEqual(['Hello after all'])
  })
})
