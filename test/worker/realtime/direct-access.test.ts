import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { members, sessions } from '#db/schema.ts'
import { blockMember } from '#features/blocks/server/public.ts'
import { issueAccessToken } from '#features/auth/session/server/tokens/access-token.ts'
import { disconnectSession, setVisibility } from '#features/member-hub/server/public.ts'
import { restrictMember } from '#features/restriction/server/restrict.ts'
import { Conversation } from '#objects/conversation/conversation-object.ts'
import { MemberHub } from '#objects/member-hub/member-hub.ts'
import { channelName, timings } from '#shared/realtime/wire.ts'
import { addSession, createPerson } from '#test/support/worker/account.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { crash, crashHub, inHub } from '#test/support/worker/objects.ts'
import { connect, connectDirectly, eventually, newId, openPair, origin, upgrade } from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.restoreAllMocks())

const directSockets = (member: string) => inHub(member, 'SELECT connection, sid, end_code FROM direct_sockets')

const factsOf = async (member: string) =>
  (await inHub(member, 'SELECT facts FROM direct_sockets')).map(({ facts }) => String(facts))

const restrict = async (memberId: string) => {
  const { id: actorId } = await createMember({ member: { role: 'moderator' } })
  const statement = { rule: 'scam', facts: 'Asked for money.', until: null } as const
  await restrictMember(env, db, { ...statement, id: newId(), memberId, actorId }, Date.now())
}

it('needs a page of this site, a session, and the member whose page it is', async () => {
  const { conversation, anna, ben } = await openPair()
  const path = `/conversations/${conversation}?member=${anna}`
  expect((await upgrade(anna, newId(), { origin: 'https://evil.example' }, path)).status).toBe(403)
  const token = await issueAccessToken(env, { sub: anna, sid: newId(), kind: 'member' }, Date.now())
  const plain = await SELF.fetch(`${origin}/realtime${path}`, { headers: { origin, authorization: `Bearer ${token}` } })
  expect(plain.status).toBe(426)
  const closeOf = async (response: Response) => {
    const closed = new Promise<number>((resolve) => response.webSocket?.addEventListener('close', ({ code }) => resolve(code)))
    response.webSocket?.accept()
    return closed
  }
  const guest = await SELF.fetch(`${origin}/realtime${path}`, { headers: { upgrade: 'websocket', origin } })
  expect(await closeOf(guest)).toBe(4401)
  expect(await closeOf(await upgrade(ben, newId(), {}, path)), 'another member has signed in since').toBe(4403)
})

it('a conversation of others, one never opened and an encounter are refused alike, and nothing is stored', async () => {
  const { conversation, anna } = await openPair()
  const stranger = newId()
  for (const id of [conversation, newId(), `a-${newId()}xx`])
    expect(await (await connectDirectly(stranger, id)).closed, id).toEqual({ code: 4403, reason: 'forbidden' })
  expect(await directSockets(stranger)).toEqual([])
  expect(await directSockets(anna)).toEqual([])
})

it('an id that none can be reaches no object', async () => {
  const opened = vi.spyOn(Conversation.prototype, 'fetch')
  for (const id of ['x'.repeat(65), 'a%20b', 'a.b'])
    expect(await (await connectDirectly(newId(), id)).closed, id).toMatchObject({ code: 4403 })
  expect(opened).not.toHaveBeenCalled()
})

it('a request that waits has no direct socket', async () => {
  const [conversation, anna, ben] = [newId(), newId(), newId()]
  const request = { from: anna, cid: newId(), text: 'hi' }
  await env.CONVERSATION.getByName(conversation).open({ kind: 'direct', members: [anna, ben], at: Date.now(), request })
  for (const member of [anna, ben])
    expect(await (await connectDirectly(member, conversation)).closed).toMatchObject({ code: 4403 })
})

it('a join needs a valid token of this member and session, and no other channel is to be had', async () => {
  const { conversation, anna, ben } = await openPair()
  const annas = await connectDirectly(anna, conversation)
  const channel = channelName.conversation(conversation)
  const join = (token: string, name: string = channel) => annas.request({ type: 'channel:join', channel: name, auth: { token } })
  expect(await join('nonsense')).toMatchObject({ status: 'error', code: 'unauthorized' })
  const bens = await connectDirectly(ben, conversation)
  expect(await join(await bens.token())).toMatchObject({ status: 'error', code: 'unauthorized' })
  const own = await annas.token()
  for (const other of [channelName.member(anna), channelName.conversation(newId())])
    expect(await join(own, other)).toMatchObject({ status: 'error', code: 'forbidden' })
  const frame = { type: 'message:send', channel, cid: newId(), text: 'too early' }
  expect(await annas.request(frame)).toMatchObject({ status: 'error', code: 'not-joined' })
  expect(await join(own)).toMatchObject({ status: 'success' })
  annas.sendRaw('{')
  expect((await annas.answerTo(-1)).status).toBe('error')
})

it('the end of a session closes its sockets with 4401, and it opens no other; other sessions stay', async () => {
  const { conversation, anna, ben } = await openPair()
  const [here, elsewhere, bens] = [
    await connectDirectly(anna, conversation),
    await connectDirectly(anna, conversation),
    await connectDirectly(ben, conversation),
  ]
  for (const client of [here, elsewhere, bens]) await client.enter(conversation)
  await disconnectSession(env, anna, here.sid)
  expect(await here.closed).toEqual({ code: 4401, reason: 'session ended' })
  expect(await (await connectDirectly(anna, conversation, here.sid)).closed).toMatchObject({ code: 4401 })
  const { seq } = await bens.say(conversation, 'who is here?')
  await elsewhere.until(() => elsewhere.messages().some((message) => message.seq === seq), 'the message')
  expect(here.messages()).toEqual([])
  expect(bens.events('presence:leaving')).toEqual([])
})

it('the end of a session reaches the conversation later if it fails at first, even across a restart of the hub', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna } = await openPair()
  const annas = await connectDirectly(anna, conversation)
  await annas.enter(conversation)
  // As if the conversation had not answered.
  await inHub(anna, 'UPDATE direct_sockets SET end_code = 4401')
  await crashHub(anna)
  await env.MEMBER_HUB.getByName(anna).summary()
  await eventually(async () => {
    await runDurableObjectAlarm(env.MEMBER_HUB.getByName(anna))
    return (await directSockets(anna)).length === 0
  }, 'the end')
  expect(await annas.closed).toMatchObject({ code: 4401 })
})

it('a session that ended while its hub was away loses its sockets with the next question to D1', async () => {
  const [person, ben] = [await createPerson(), await createMember()]
  const conversation = newId()
  await env.CONVERSATION.getByName(conversation).open({ kind: 'direct', members: [person.id, ben.id], at: Date.now() })
  const annas = await connectDirectly(person.id, conversation, person.sid)
  const others = await connectDirectly(person.id, conversation, await addSession(person.id))
  for (const client of [annas, others]) await client.enter(conversation)
  // Committed, and no call has reached the hub.
  await db.update(sessions).set({ revokedAt: Date.now() }).where(eq(sessions.id, person.sid))
  await (await connectDirectly(ben.id, conversation)).enter(conversation)
  expect(await annas.closed).toMatchObject({ code: 4401, reason: 'session ended' })
  expect(others.socket.readyState).toBe(WebSocket.OPEN)
  expect(await (await connectDirectly(person.id, conversation, person.sid)).closed).toMatchObject({ code: 4401 })
})

it('a conversation that is slow does not hold up the end of a session, which reaches it by the alarm', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna } = await openPair()
  const annas = await connectDirectly(anna, conversation)
  await annas.enter(conversation)
  const slow = vi.spyOn(Conversation.prototype, 'endDirect').mockImplementation(() => new Promise<void>(() => {}))
  expect(await disconnectSession(env, anna, annas.sid), 'the hub has answered').not.toBeNull()
  expect(slow).toHaveBeenCalledTimes(1)
  expect(warned.mock.calls.flat().join(' ')).not.toContain('"disconnect"')
  slow.mockRestore()
  await eventually(async () => {
    await runDurableObjectAlarm(env.MEMBER_HUB.getByName(anna))
    return (await directSockets(anna)).length === 0
  }, 'the end')
  expect(await annas.closed).toMatchObject({ code: 4401 })
})

it('the alarm for the end of a session is set before the conversation is called', async () => {
  const { conversation, anna } = await openPair()
  const annas = await connectDirectly(anna, conversation)
  await annas.enter(conversation)
  const { endDirect } = Conversation.prototype
  let alarms: unknown[] = []
  vi.spyOn(Conversation.prototype, 'endDirect').mockImplementation(async function (this: Conversation, ...call) {
    alarms = await inHub(anna, "SELECT name FROM alarms WHERE name = 'end-direct-sockets'")
    endDirect.apply(this, call)
  })
  await disconnectSession(env, anna, annas.sid)
  expect(await annas.closed).toMatchObject({ code: 4401 })
  expect(alarms).toHaveLength(1)
})

it('a hub that has slept still ends a session’s sockets', async () => {
  const { conversation, anna } = await openPair()
  const annas = await connectDirectly(anna, conversation)
  await annas.enter(conversation)
  await evictDurableObject(env.MEMBER_HUB.getByName(anna))
  await evictDurableObject(env.CONVERSATION.getByName(conversation))
  await disconnectSession(env, anna, annas.sid)
  expect(await annas.closed).toMatchObject({ code: 4401 })
})

it('a restriction closes the member’s sockets with 4403, and neither of the two gets in', async () => {
  const { conversation, anna, ben } = await createMatch()
  await setVisibility(env, anna.id, true)
  const [annas, bens] = [await connectDirectly(anna.id, conversation), await connectDirectly(ben.id, conversation)]
  for (const client of [annas, bens]) await client.enter(conversation)
  await restrict(anna.id)
  expect(await annas.closed).toMatchObject({ code: 4403 })
  await bens.until(() => bens.events('presence:leaving')[0], 'leaving')
  expect(await (await connectDirectly(anna.id, conversation)).closed, 'at once').toMatchObject({ code: 4403 })
  // Its own answer of D1 is kept for some seconds.
  await crash(conversation)
  expect(await (await connectDirectly(ben.id, conversation)).closed).toMatchObject({ code: 4403 })
})

it('after a restriction no socket is opened, although the hub and the conversation have forgotten or not seen it', async () => {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await connectDirectly(anna.id, conversation), await connectDirectly(ben.id, conversation)]
  for (const client of [annas, bens]) await client.enter(conversation)
  await bens.say(conversation, 'so that the conversation has just asked about the two')
  await restrict(anna.id)
  expect(await annas.closed).toMatchObject({ code: 4403 })
  await crashHub(anna.id)
  expect(await (await connectDirectly(anna.id, conversation)).closed).toMatchObject({ code: 4403 })
})

it('without an answer of D1 no socket is opened, and the page may try again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna } = await createMatch()
  const annas = await connectDirectly(anna.id, conversation)
  await annas.enter(conversation)
  await restrict(anna.id)
  expect(await annas.closed).toMatchObject({ code: 4403 })
  const hanging = vi.spyOn(Object.getPrototypeOf(env.DB.prepare('select 1')) as D1PreparedStatement, 'all')
  hanging.mockImplementation(() => new Promise(() => {}))
  expect(await (await connectDirectly(anna.id, conversation)).closed).toMatchObject({ code: 1012 })
  hanging.mockRestore()
  expect(await (await connectDirectly(anna.id, conversation)).closed).toMatchObject({ code: 4403 })
})

it('an admission that fails closes the socket with 1012, and the hub does not count it', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna, ben } = await openPair()
  const { admitDirect } = MemberHub.prototype
  vi.spyOn(MemberHub.prototype, 'admitDirect').mockImplementation(function (this: MemberHub, ...call) {
    admitDirect.apply(this, call)
    throw new Error('the answer is lost')
  })
  expect(await (await connectDirectly(anna, conversation)).closed).toMatchObject({ code: 1012 })
  // This page never confirms the close.
  expect((await upgrade(ben, newId(), {}, `/conversations/${conversation}?member=${ben}`)).status).toBe(101)
  vi.restoreAllMocks()
  for (const member of [anna, ben]) await eventually(async () => (await directSockets(member)).length === 0, 'the row is gone')
  expect((await (await connectDirectly(anna, conversation)).enter(conversation)).head).toBe(0)
})

it('an answer of D1 closes the sockets of a member whose restriction nothing else has reported', async () => {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await connectDirectly(anna.id, conversation), await connectDirectly(ben.id, conversation)]
  for (const client of [annas, bens]) await client.enter(conversation)
  await db.update(members).set({ state: 'restricted' }).where(eq(members.id, anna.id))
  // Another page of the other one makes the conversation ask.
  expect(await (await connectDirectly(ben.id, conversation)).closed).toMatchObject({ code: 4403 })
  expect(await annas.closed).toMatchObject({ code: 4403, reason: 'restricted' })
  expect(bens.socket.readyState).toBe(WebSocket.OPEN)
})

it('a block ends the conversation on direct sockets at once', async () => {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await connectDirectly(anna.id, conversation), await connectDirectly(ben.id, conversation)]
  for (const client of [annas, bens]) await client.enter(conversation)
  await blockMember(env, { blockerId: ben.id, blockedId: anna.id }, Date.now())
  for (const client of [annas, bens]) {
    expect(await client.closed).toMatchObject({ code: 4403 })
    expect(client.events('closed')).toHaveLength(1)
    expect(await (await connectDirectly(client.memberId, conversation)).closed).toMatchObject({ code: 4403 })
  }
  expect(await directSockets(anna.id)).toEqual([])
})

it('presence counts both sockets of a member once, and follows the setting', async () => {
  const { conversation, anna, ben } = await openPair()
  for (const member of [anna, ben]) await setVisibility(env, member, true)
  const [bens, hub, direct] = [
    await connectDirectly(ben, conversation),
    await connect(anna),
    await connectDirectly(anna, conversation),
  ]
  for (const client of [bens, hub, direct]) await client.enter(conversation)
  await hub.leave(channelName.conversation(conversation))
  direct.socket.close(1000)
  await bens.until(() => bens.events('presence:leaving')[0], 'leaving')
  expect(bens.events('presence:joining').map(({ data }) => data.user_id)).toEqual([anna])
  const again = await connectDirectly(anna, conversation)
  await again.enter(conversation)
  await bens.until(() => bens.events('presence:joining').length === 2, 'joining again')
  await setVisibility(env, anna, false)
  await bens.until(() => bens.events('presence:leaving').length === 2, 'hidden')
  await eventually(async () => (await factsOf(anna))[0]?.includes('"isHidden":true'), 'the setting')
})

it('a conversation that restarts notices which sockets it has lost', async () => {
  const { conversation, anna, ben } = await openPair()
  for (const member of [anna, ben]) await setVisibility(env, member, true)
  const [annas, bens] = [await connectDirectly(anna, conversation), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  await crash(conversation)
  await eventually(async () => {
    await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
    return bens.events('presence:leaving').length > 0
  }, 'leaving')
  await eventually(async () => (await directSockets(anna)).length === 0, 'the hub knows')
})

it('a silent socket is closed and leaves', async () => {
  const { conversation, anna, ben } = await openPair()
  await setVisibility(env, anna, true)
  const [annas, bens] = [await connectDirectly(anna, conversation), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  const room = env.CONVERSATION.getByName(conversation)
  await runInDurableObject(room, (_, state) => {
    for (const socket of state.getWebSockets())
      socket.serializeAttachment({ ...socket.deserializeAttachment(), acceptedAt: Date.now() - timings.silenceMs })
  })
  await evictDurableObject(room)
  await eventually(async () => {
    await runDurableObjectAlarm(room)
    return bens.events('presence:leaving').length > 0
  }, 'leaving')
  expect(await annas.closed).toMatchObject({ code: 4408 })
})
