import { settingsActions } from '#features/settings/contract.ts'
import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { blocks, chatRequests, members, pairs } from '#db/schema.ts'
import { requestActions, type WriteView } from '#features/chat/contract.ts'
import { deriveConversationId } from '#features/chat/server/public.ts'
import { sweepRequests } from '#features/chat/server/requests/request-settle.ts'
import type { MessagesProps } from '#features/chat/ui/inbox/messages-props.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { cookieNames } from '#server/cookies.ts'
import { createMember, db, postForm, postJson } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { connect, newId, origin } from '#test/support/worker/realtime-client.ts'
import { passOldReset, twoZones } from '#test/support/worker/zones.ts'
import { inboxOf, openRequest, requestsOf, tablesOf, textsOf, writeTo } from '#test/support/worker/requests.ts'

vi.setConfig({ testTimeout: 60_000 })

const dayMs = 86_400_000
const countRequests = async (id: string) => (await db.select().from(chatRequests).where(eq(chatRequests.toId, id))).length

describe('a request', () => {
  it('opens the conversation of the pair at a stage for each, with its one message', async () => {
    const { anna, ben, conversation } = await openRequest('Hello there!')
    const row = { conversation, preview: 'Hello there!' }
    expect(await inboxOf(anna)).toMatchObject([{ ...row, stage: 'outgoing' }])
    expect(await inboxOf(ben)).toMatchObject([{ ...row, stage: 'incoming' }])
    expect(await textsOf(conversation, anna)).toEqual(['Hello there!'])
    expect(await textsOf(conversation, ben)).toEqual(['Hello there!'])
    expect(await requestsOf(anna)).toMatchObject([{ toId: ben.id, state: 'waiting', text: null, settledAt: expect.any(Number) }])
  })

  it('counts among requests, not among unread messages', async () => {
    const { anna, ben } = await openRequest()
    expect(await readSummary(env, ben.id)).toMatchObject({ unread: 0, requests: 1, conversations: [] })
    expect(await readSummary(env, anna.id)).toMatchObject({ unread: 0, requests: 0 })
  })

  it('reaches the receiver as a notification without its words, and as an inbox row', async () => {
    const [anna, ben] = await Promise.all([createMember({ member: { firstName: 'Anna' } }), createMember()])
    const phone = await connect(ben.id, ben.sid)
    await phone.join(channelName.member(ben.id))
    await writeTo(anna, ben.id, 'Secret words')
    const conversation = await deriveConversationId(env, anna.id, ben.id)
    const { data } = await phone.until(() => phone.events('notification')[0], 'notification')
    expect(data).toMatchObject({ kind: 'request', link: conversation })
    expect(data.title).toContain('Anna')
    expect(JSON.stringify(data)).not.toContain('Secret')
    const row = await phone.until(() => phone.events('inbox').find((event) => event.data.preview !== ''), 'inbox event')
    expect(row.data).toMatchObject({ conversation, stage: 'incoming', requests: 1, totalUnread: 0, preview: 'Secret words' })
    await phone.heads()
    expect(phone.events('notification')).toHaveLength(1)
  })

  it('sent twice with the same id is one, and a second one is refused', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const cid = newId()
    const answers = [await writeTo(anna, ben.id, 'Hello', cid), await writeTo(anna, ben.id, 'Hello', cid)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const conversation = await deriveConversationId(env, anna.id, ben.id)
    expect(await answers[1]?.json()).toMatchObject({ conversation })
    const second = await writeTo(anna, ben.id, 'And another thing')
    expect(second.status).toBe(409)
    expect(await second.json()).toMatchObject({ error: { code: 'request-waits' } })
    expect(await textsOf(conversation, ben)).toEqual(['Hello'])
  })

  it('in one direction leaves none for the other', async () => {
    const { anna, ben } = await openRequest()
    const response = await writeTo(ben, anna.id)
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ error: { code: 'conflict' } })
    expect(await requestsOf(ben)).toEqual([])
  })

  it('to a match is refused, and so is one to a former match', async () => {
    const anna = await createMember()
    for (const unmatchedAt of [null, 5]) {
      const ben = await createMember()
      const [lowId, highId] = [anna.id, ben.id].sort() as [string, string]
      const conversationId = await deriveConversationId(env, anna.id, ben.id)
      await db.insert(pairs).values({ lowId, highId, conversationId, matchedAt: 1, openedAt: 1, unmatchedAt })
      expect((await writeTo(anna, ben.id)).status).toBe(409)
    }
    expect(await requestsOf(anna)).toEqual([])
  })

  it('to oneself, an unknown, a blocked, a hidden, a paused and a deleted member gets the same 404, stores and counts nothing', async () => {
    const anna = await createMember()
    const [blocked, blocker, hidden, paused, deleted] = await Promise.all([
      createMember(),
      createMember(),
      createMember({ member: { state: 'incomplete' }, profile: { discoverable: false } }),
      createMember({ member: { state: 'paused' }, profile: { discoverable: false } }),
      createMember({ member: { state: 'deleted' }, profile: { discoverable: false } }),
    ])
    await db.insert(blocks).values([
      { blockerId: anna.id, blockedId: blocked.id, createdAt: 1 },
      { blockerId: blocker.id, blockedId: anna.id, createdAt: 1 },
    ])
    const targets = [anna.id, newId(), blocked.id, blocker.id, hidden.id, paused.id, deleted.id]
    const answers = await Promise.all(
      targets.map(async (id) => {
        const response = await writeTo(anna, id)
        return `${response.status} ${await response.text()}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^404 /)
    expect(await requestsOf(anna)).toEqual([])
    for (const id of targets) expect(await tablesOf(await deriveConversationId(env, anna.id, id))).toEqual([])
    const { props } = await readPayload<{ write: WriteView }>(anna, `/profile-info/${(await createMember()).id}`)
    expect(props.write).toMatchObject({ kind: 'form', quota: { left: 10 } })
  })

  it('needs a live session of a complete member', async () => {
    const ben = await createMember()
    expect((await postJson(null, requestActions.send.path, { to: ben.id, cid: newId(), text: 'Hello' })).status).toBe(401)
    const paused = await createMember({ member: { state: 'paused' }, profile: { discoverable: false } })
    expect((await writeTo(paused, ben.id)).status).toBe(404)
    const anna = await createMember()
    await env.DB.prepare('update sessions set revoked_at = 1 where id = ?').bind(anna.sid).run()
    expect((await writeTo(anna, ben.id)).status).toBe(401)
    expect(await countRequests(ben.id)).toBe(0)
  })

  it('with a link, an address, a number, nothing or too much is refused in its field', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const texts = ['see anna.com', 'anna@example.test', '+380 67 123 45 67', ' \u200b ', 'a'.repeat(501)]
    for (const text of texts) {
      const response = await writeTo(anna, ben.id, text)
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ error: { fields: { text: expect.any(String) } } })
    }
    expect(await requestsOf(anna)).toEqual([])
  })

  it('refuses what is no id without a 500', async () => {
    const anna = await createMember()
    const bodies = [{}, { to: 7 }, { to: '../x', cid: newId(), text: 'x' }, { to: newId(), cid: 'x', text: 'x' }, { to: ['a'] }]
    const statuses = await Promise.all(bodies.map(async (body) => (await postJson(anna, requestActions.send.path, body)).status))
    expect(statuses.every((status) => status === 422)).toBe(true)
  })

  it('works as a plain form, and brings a refused text back', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember({ member: { firstName: 'Ben' } })])
    const referer = `${origin}/uk/profile-info/${ben.id}`
    const refused = await postForm(anna, requestActions.send.path, { to: ben.id, cid: newId(), text: 'anna.com' }, { referer })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, `/uk/profile-info/${ben.id}`])
    const cookie = refused.headers.get('set-cookie')?.split(';')[0] ?? ''
    // Without a script the form is in the page: its sheet is open, with the refused text.
    const noScript = `${cookie}; ${cookieNames.noScript}=1`
    const back = await (await openPage(anna, `/profile-info/${ben.id}`, { cookie: noScript })).text()
    expect(back).toMatch(/<dialog id="write"[^>]* open=""/)
    expect(back).toMatch(/<textarea[^>]*>anna\.com<\/textarea>/)
    const sent = await postForm(anna, requestActions.send.path, { to: ben.id, cid: newId(), text: 'Hello' }, { referer })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/uk/profile-info/${ben.id}`])
    const { props } = await readPayload<{ write: WriteView }>(anna, `/profile-info/${ben.id}`)
    expect(props.write).toEqual({ kind: 'sent', conversation: await deriveConversationId(env, anna.id, ben.id) })
  })
})

describe('the number of a day', () => {
  it('lets exactly 10 of 50 parallel requests through', async () => {
    const anna = await createMember()
    const others = await Promise.all(Array.from({ length: 50 }, () => createMember()))
    const answers = await Promise.all(others.map((other) => writeTo(anna, other.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.find(({ status }) => status === 409)
    expect(await refused?.json()).toMatchObject({ error: { code: 'request-quota' } })
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await requestsOf(anna)).toHaveLength(10)
  })

  it('is one for 50 parallel requests to the same person, and one for both directions at once', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const toBen = Array.from({ length: 25 }, () => writeTo(anna, ben.id))
    const toAnna = Array.from({ length: 25 }, () => writeTo(ben, anna.id))
    const answers = await Promise.all([...toBen, ...toAnna])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await requestsOf(anna)).length + (await requestsOf(ben)).length).toBe(1)
    expect(await textsOf(await deriveConversationId(env, anna.id, ben.id), anna)).toHaveLength(1)
  })

  it('is full again after 04:00 in the member’s own time zone', async () => {
    const anna = await createMember({ member: { timeZone: 'Pacific/Kiritimati' } })
    const now = Date.now()
    for (let index = 0; index < 10; index++) {
      const { id: toId } = await createMember()
      const conversationId = await deriveConversationId(env, anna.id, toId)
      const at = { sentAt: now - 25 * 3_600_000, stateAt: now, settledAt: now }
      await db.insert(chatRequests).values({ conversationId, fromId: anna.id, toId, state: 'waiting', cid: newId(), ...at })
    }
    expect((await writeTo(anna, (await createMember()).id)).status).toBe(200)
  })

  it('stays used up in another time zone until the old day is over', async () => {
    const { first, second, between } = twoZones(Date.now())
    const [anna, ben] = await Promise.all([createMember({ member: { timeZone: first } }), createMember()])
    for (let index = 0; index < 10; index++) {
      const { id: toId } = await createMember()
      const conversationId = await deriveConversationId(env, anna.id, toId)
      const at = { sentAt: between, stateAt: between, settledAt: between }
      await db.insert(chatRequests).values({ conversationId, fromId: anna.id, toId, state: 'waiting', cid: newId(), ...at })
    }
    expect((await postJson(anna, settingsActions.timeZone.path, { timeZone: second })).status).toBe(200)
    expect((await writeTo(anna, ben.id)).status).toBe(409)
    await passOldReset(anna.id)
    expect((await writeTo(anna, ben.id)).status).toBe(200)
  })
})

describe('a request that committed but was cut off', () => {
  async function cutOff() {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const [conversationId, now] = [await deriveConversationId(env, anna.id, ben.id), Date.now()]
    const at = { sentAt: now - 60_000, stateAt: now - 60_000 }
    await db
      .insert(chatRequests)
      .values({ conversationId, fromId: anna.id, toId: ben.id, state: 'waiting', cid: newId(), text: 'Hello', ...at })
    return { anna, ben, conversation: conversationId, now }
  }

  it('is finished later, notifies once, and its text leaves the database', async () => {
    const { anna, ben, conversation, now } = await cutOff()
    const phone = await connect(ben.id, ben.sid)
    await phone.join(channelName.member(ben.id))
    await sweepRequests(env, now)
    await db.update(chatRequests).set({ settledAt: null }).where(eq(chatRequests.conversationId, conversation))
    await sweepRequests(env, now)
    expect(await textsOf(conversation, ben)).toEqual(['Hello'])
    expect(await inboxOf(anna)).toMatchObject([{ stage: 'outgoing' }])
    expect(await requestsOf(anna)).toMatchObject([{ text: null, settledAt: now }])
    await phone.heads()
    expect(phone.events('notification').map(({ data }) => data.kind)).toEqual(['request'])
  })

  it.each(['a block', 'a restriction'])('is not delivered after %s', async (what) => {
    const { anna, ben, conversation, now } = await cutOff()
    if (what === 'a block') await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: now })
    else await db.update(members).set({ state: 'restricted' }).where(eq(members.id, anna.id))
    await sweepRequests(env, now)
    expect(await tablesOf(conversation)).toEqual([])
    expect(await inboxOf(ben)).toEqual([])
  })
})

describe('the page of messages', () => {
  it('lists requests of others apart, newest first, and their number in both tabs', async () => {
    const ben = await createMember()
    const [first, second] = [await createMember({ member: { firstName: 'First' } }), await createMember()]
    await writeTo(first, ben.id)
    await writeTo(second, ben.id)
    const requests = (await readPayload<MessagesProps>(ben, '/messages?requests=1')).props
    expect(requests).toMatchObject({ tab: 'requests', requests: 2 })
    expect(requests.partners.map(({ memberId, stage }) => [memberId, stage])).toEqual([
      [second.id, 'incoming'],
      [first.id, 'incoming'],
    ])
    expect((await readPayload<MessagesProps>(ben, '/messages')).props).toMatchObject({ tab: 'inbox', requests: 2, partners: [] })
    expect((await readPayload<MessagesProps>(first, '/messages')).props).toMatchObject({
      requests: 0,
      partners: [{ memberId: ben.id, stage: 'outgoing' }],
    })
  })

  it('shows a request under its conversation to both, and to no one else', async () => {
    const { anna, ben, conversation } = await openRequest()
    const path = `/messages?chat=${conversation}`
    expect((await readPayload<MessagesProps>(ben, path)).props.current).toMatchObject({ memberId: anna.id, stage: 'incoming' })
    expect((await readPayload<MessagesProps>(anna, path)).props.current).toMatchObject({ memberId: ben.id, stage: 'outgoing' })
    await expect(readPayload(await createMember(), path)).rejects.toThrow('404')
  })

  it('shows no request of someone blocked or restricted', async () => {
    const { anna, ben } = await openRequest()
    const other = await createMember()
    await writeTo(other, ben.id)
    await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: 1 })
    await db.update(members).set({ state: 'restricted' }).where(eq(members.id, other.id))
    expect((await readPayload<MessagesProps>(ben, '/messages?requests=1')).props).toMatchObject({ requests: 0, partners: [] })
  })
})

it('a request keeps out of the number of a day a month later', async () => {
  const { anna } = await openRequest()
  await db
    .update(chatRequests)
    .set({ sentAt: Date.now() - 40 * dayMs })
    .where(eq(chatRequests.fromId, anna.id))
  const { props } = await readPayload<{ write: WriteView }>(anna, `/profile-info/${(await createMember()).id}`)
  expect(props.write).toMatchObject({ quota: { left: 10 } })
})
