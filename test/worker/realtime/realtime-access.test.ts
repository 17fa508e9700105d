import { env, runInDurableObject, SELF } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { blocks, sessions } from '#db/schema.ts'
import { openDirectConversation, readHistory, sendMessage } from '#features/chat/server/public.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { issueRealtimeToken, verifyRealtimeToken } from '#features/auth/session/server/public.ts'
import { disconnectSession } from '#features/member-hub/server/public.ts'
import { channelName, timings } from '#shared/realtime/wire.ts'
import type { Bootstrap } from '#shared/bootstrap.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { connect, newId, openPair, origin, upgrade } from '#test/support/worker/realtime-client.ts'

const joinText = (channel: string) => `Failed to connect to the ${channel} channel`

it('a socket from a foreign Origin, or from none, is refused with 403', async () => {
  const member = newId()
  expect((await upgrade(member, newId(), { origin: 'https://evil.example' })).status).toBe(403)
  expect((await upgrade(member, newId(), { origin: `${origin}.evil.example` })).status).toBe(403)
  const token = await issueAccessToken(env, { sub: member, sid: newId(), kind: 'member' }, Date.now())
  expect(
    (await SELF.fetch(`${origin}/realtime`, { headers: { upgrade: 'websocket', authorization: `Bearer ${token}` } })).status,
  ).toBe(403)
})

it('a plain GET is answered that a WebSocket is expected', async () => {
  const token = await issueAccessToken(env, { sub: newId(), sid: newId(), kind: 'member' }, Date.now())
  expect((await SELF.fetch(`${origin}/realtime`, { headers: { origin, authorization: `Bearer ${token}` } })).status).toBe(426)
})

it('guests and pending registrations get a socket that closes with 4401', async () => {
  const registration = await issueAccessToken(env, { sub: newId(), sid: newId(), kind: 'registration' }, Date.now())
  for (const authorization of ['', `Bearer ${registration}`, 'Bearer forged']) {
    const { webSocket } = await SELF.fetch(`${origin}/realtime`, { headers: { upgrade: 'websocket', origin, authorization } })
    const closed = new Promise<number>((resolve) => webSocket?.addEventListener('close', ({ code }) => resolve(code)))
    webSocket?.accept()
    expect(await closed).toBe(4401)
  }
})

it('a document brings the first token to members who may connect, and to nobody else', async () => {
  const tokenIn = async (member: TestMember | null, path: string) => {
    const html = await (await openPage(member, path)).text()
    const data = /<script[^>]*id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(html)?.[1]
    return data && (JSON.parse(data) as Bootstrap).realtimeToken
  }
  for (const state of ['complete', 'paused'] as const) {
    const member = await createMember({ member: { state } })
    const token = await tokenIn(member, '/main-settings')
    expect(await verifyRealtimeToken(env, token ?? '', Date.now()), state).toEqual({ sub: member.id, sid: member.sid })
    const ended = await createMember({ member: { state } })
    await db.update(sessions).set({ revokedAt: Date.now() }).where(eq(sessions.id, ended.sid))
    expect(await tokenIn(ended, '/sign-in')).toBeUndefined()
  }
  const restricted = await createMember({ member: { state: 'restricted' } })
  const incomplete = await createMember({ member: { state: 'incomplete' } })
  expect(await tokenIn(restricted, '/restricted')).toBeUndefined()
  expect(await tokenIn(incomplete, '/questionnaire')).toBeUndefined()
  expect(await tokenIn(null, '/sign-in')).toBeUndefined()
})

it('a join needs a valid token of this member and this session, and says so in the words of the spec', async () => {
  const { conversation, anna, ben } = await openPair()
  const annas = await connect(anna)
  const channel = channelName.conversation(conversation)
  const now = Date.now()
  const tokens = {
    forged: 'nonsense',
    expired: await issueRealtimeToken(env, { sub: anna, sid: annas.sid }, now - timings.accessTokenMs - 60_000),
    otherMember: await issueRealtimeToken(env, { sub: ben, sid: annas.sid }, now),
    otherSession: await issueRealtimeToken(env, { sub: anna, sid: newId() }, now),
    accessToken: await issueAccessToken(env, { sub: anna, sid: annas.sid, kind: 'member' }, now),
  }
  for (const [name, token] of Object.entries(tokens)) {
    const answer = await annas.request({ type: 'channel:join', channel, auth: { token } })
    expect(answer, name).toMatchObject({ status: 'error', code: 'unauthorized', message: joinText(channel) })
  }
  await annas.enter(conversation)
  expect(await annas.request({ type: 'channel:leave', channel, auth: { token: 'nonsense' } })).toMatchObject({
    status: 'error',
    code: 'unauthorized',
    message: `Failed to leave from the ${channel} channel`,
  })
  expect(await annas.leave(channel)).toMatchObject({ status: 'success' })
})

it('another’s conversation, one that never was, one that ended and unknown names are refused alike', async () => {
  const theirs = await openPair()
  const ended = await openPair()
  await env.CONVERSATION.getByName(ended.conversation).close()
  const client = await connect(ended.anna)
  const neverOpened = newId()
  const channels = [
    channelName.conversation(theirs.conversation),
    channelName.conversation(neverOpened),
    channelName.conversation(ended.conversation),
    channelName.member(theirs.anna),
    'private-everything' as `private-member.${string}`,
  ]
  for (const channel of channels) {
    const answer = await client.join(channel)
    expect(answer).toEqual({ id: answer.id, status: 'error', code: 'forbidden', message: joinText(channel) })
  }
  const tables = await runInDurableObject(env.CONVERSATION.getByName(neverOpened), (_, state) =>
    state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'").toArray(),
  )
  expect(tables, 'guessing ids leaves nothing behind').toEqual([])
})

it('nothing can be sent into a channel that is not joined', async () => {
  const { conversation, anna } = await openPair()
  const annas = await connect(anna)
  const channel = channelName.conversation(conversation)
  const refused = { status: 'error', code: 'not-joined' }
  const message = { type: 'message:send', channel, cid: newId(), text: 'hello' }
  expect(await annas.request(message)).toMatchObject(refused)
  expect(await annas.request({ type: 'channel:clientEvent', channel, event: 'client-typing' })).toMatchObject(refused)
  expect(await annas.leave(channel)).toMatchObject({ ...refused, message: `Failed to leave from the ${channel} channel` })
  await annas.enter(conversation)
  await annas.leave(channel)
  expect(await annas.request(message)).toMatchObject(refused)
  expect((await annas.enter(conversation)).head).toBe(0)
})

it('a conversation that ends takes no more messages', async () => {
  const { conversation, anna, ben } = await openPair()
  const annas = await connect(anna)
  const bens = await connect(ben)
  await annas.enter(conversation)
  await bens.enter(conversation)
  await env.CONVERSATION.getByName(conversation).close()
  const answer = await annas.request({
    type: 'message:send',
    channel: channelName.conversation(conversation),
    cid: newId(),
    text: 'too late',
  })
  expect(answer).toMatchObject({ status: 'error', code: 'not-joined' })
  expect(bens.messages()).toEqual([])
})

it('the end of a session closes its sockets with 4401, lets no new one in and spares other sessions', async () => {
  const { conversation, anna, ben } = await openPair()
  const [phone, laptop, bens] = [await connect(anna), await connect(anna), await connect(ben)]
  for (const client of [phone, laptop, bens]) await client.enter(conversation)
  await disconnectSession(env, anna, phone.sid)
  expect(await phone.closed).toMatchObject({ code: 4401 })
  const again = await connect(anna, phone.sid)
  expect(await again.closed).toMatchObject({ code: 4401 })
  await laptop.say(conversation, 'still here')
  await bens.until(() => bens.messages()[0], 'message')
  expect(phone.messages()).toEqual([])
  await disconnectSession(env, anna, laptop.sid)
  expect(await bens.until(() => bens.events('presence:leaving')[0], 'leaving')).toMatchObject({ data: { user_id: anna } })
})

it('sign-out closes the sockets of that browser', async () => {
  const [member, sid] = [newId(), newId()]
  const client = await connect(member, sid)
  const token = await issueAccessToken(env, { sub: member, sid, kind: 'member' }, Date.now())
  const response = await SELF.fetch(`${origin}/api/auth/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: `__Host-access=${token}`, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(response.status).toBe(303)
  expect(await client.closed).toMatchObject({ code: 4401 })
})

it('a block ends joining, writing and reading for both sides, like a conversation that never was', async () => {
  const blocker = await createMember()
  const blocked = await createMember()
  const conversation = newId()
  await db.insert(blocks).values({ blockerId: blocker.id, blockedId: blocked.id, createdAt: Date.now() })
  await openDirectConversation(env, conversation, [blocker.id, blocked.id])
  for (const { id } of [blocker, blocked]) {
    const socket = await connect(id)
    const channel = channelName.conversation(conversation)
    const token = await issueRealtimeToken(env, { sub: id, sid: socket.sid }, Date.now())
    const answer = await socket.request({ type: 'channel:join', channel, auth: { token } })
    expect(answer).toMatchObject({ status: 'error', code: 'forbidden', message: joinText(channel) })
    expect(await sendMessage(env, conversation, { member: id, cid: newId(), text: 'Hello?' })).toEqual({
      ok: false,
      code: 'forbidden',
    })
    expect(await readHistory(env, conversation, id)).toEqual({ page: null })
  }
})
