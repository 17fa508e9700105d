import { env, evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { afterEach, expect, it, vi } from 'vitest'
import { blocks } from '#db/schema.ts'
import { disconnectSession, setVisibility } from '#features/member-hub/server/public.ts'
import { Conversation } from '#objects/conversation/conversation-object.ts'
import { PairWatch } from '#objects/conversation/pair-access.ts'
import { MemberHub } from '#objects/member-hub/member-hub.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { db } from '#test/support/worker/members.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { connect, connectDirectly, eventually, newId, openPair, type LineClient } from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => void vi.restoreAllMocks())

const typing = (client: LineClient, conversation: string) =>
  client.request({ type: 'channel:clientEvent', channel: channelName.conversation(conversation), event: 'client-typing' })

/** D1 does not answer until this is called. */
function hangD1(): () => void {
  const hanging = vi.spyOn(Object.getPrototypeOf(env.DB.prepare('select 1')) as D1PreparedStatement, 'all')
  hanging.mockImplementation(() => new Promise(() => {}))
  return () => hanging.mockRestore()
}

const { now } = Date
/** Sets the clock of all objects ahead. */
function setAhead(ms: number): void {
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ms)
}

/** Both have a page, and the conversation has forgotten what it knew of D1. */
async function openPages() {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await connectDirectly(anna.id, conversation), await connectDirectly(ben.id, conversation)]
  for (const client of [annas, bens]) await client.enter(conversation)
  const { seq } = await annas.say(conversation, 'hello')
  await bens.until(() => bens.messages()[0], 'the message')
  return { conversation, anna, ben, annas, bens, seq, room: env.CONVERSATION.getByName(conversation) }
}

it('a receipt does not pass a block whose call got lost: it ends the conversation', async () => {
  const { anna, ben, annas, bens, seq, room } = await openPages()
  await evictDurableObject(room)
  await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: 1 })
  await room.mark(ben.id, { delivered: seq, read: seq, sharesRead: true })
  for (const client of [annas, bens]) expect(await client.closed).toMatchObject({ code: 4403 })
  expect(annas.events('closed')).toHaveLength(1)
  expect(annas.events('marks').filter(({ data }) => data.read === seq)).toEqual([])
})

it('nor does a message that was imported', async () => {
  const { anna, ben, annas, bens, room } = await openPages()
  await evictDurableObject(room)
  await db.insert(blocks).values({ blockerId: ben.id, blockedId: anna.id, createdAt: 1 })
  await room.importMessages([{ from: anna.id, cid: newId(), text: 'late', sentAt: Date.now() }])
  expect(await bens.closed).toMatchObject({ code: 4403 })
  expect(bens.messages().map(({ text }) => text)).toEqual(['hello'])
  expect(await annas.closed).toMatchObject({ code: 4403 })
})

it('a message that waits for its hub is not stored once its session has ended', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connectDirectly(anna, conversation), await connectDirectly(ben, conversation)]
  for (const client of [annas, bens]) await client.enter(conversation)
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  const { leaseMessages } = MemberHub.prototype
  const asked = vi.spyOn(MemberHub.prototype, 'leaseMessages').mockImplementation(async function (this: MemberHub, ...call) {
    await gate
    return leaseMessages.apply(this, call)
  })
  for (let count = 0; count < 5; count += 1) await annas.say(conversation, 'what was lent')
  const channel = channelName.conversation(conversation)
  annas.sendRaw(JSON.stringify({ id: 99, type: 'message:send', channel, cid: newId(), text: 'too late' }))
  await eventually(async () => asked.mock.calls.length > 0, 'the question to the hub')
  await disconnectSession(env, anna, annas.sid)
  expect(await annas.closed).toMatchObject({ code: 4401 })
  release()
  const { value } = await asked.mock.results[0]!.value.then((value: unknown) => ({ value }))
  expect(value).toMatchObject({ granted: 5 })
  expect(await bens.say(conversation, 'the next one')).toMatchObject({ seq: 6 })
})

it('messages go on with what was lent while both hubs are away, and no further', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connectDirectly(anna, conversation), await connectDirectly(ben, conversation)]
  for (const client of [annas, bens]) await client.enter(conversation)
  const away = () => Promise.reject(new Error('the hub is away'))
  vi.spyOn(MemberHub.prototype, 'leaseMessages').mockImplementation(away)
  vi.spyOn(MemberHub.prototype, 'deliver').mockImplementation(() => {
    throw new Error('the hub is away')
  })
  for (let seq = 1; seq <= 5; seq += 1) expect(await annas.say(conversation, 'lent')).toMatchObject({ seq })
  const channel = channelName.conversation(conversation)
  const frame = { type: 'message:send', channel, cid: newId(), text: 'one too many' }
  expect(await annas.request(frame)).toMatchObject({ status: 'error', code: 'unavailable' })
  await bens.until(() => bens.messages().length === 5, 'the messages')
  expect(await (await connectDirectly(anna, conversation)).enter(conversation), 'admitted').toMatchObject({ head: 5 })
  vi.restoreAllMocks()
  expect(await annas.request(frame)).toMatchObject({ status: 'success' })
})

it('two pages go on for five minutes while D1 hangs, and a session ends at once meanwhile', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna, annas, bens } = await openPages()
  const comeBack = hangD1()
  setAhead(60_000)
  expect(await annas.say(conversation, 'without D1')).toMatchObject({ seq: 2 })
  await bens.until(() => bens.messages()[1], 'the message')
  expect(await bens.enter(conversation), 'with a new token').toMatchObject({ head: 2 })
  expect(await (await connectDirectly(anna.id, conversation)).closed, 'no new socket').toMatchObject({ code: 1012 })
  await disconnectSession(env, anna.id, annas.sid)
  expect(await annas.closed).toMatchObject({ code: 4401 })
  setAhead(400_000)
  const channel = channelName.conversation(conversation)
  const late = bens.request({ type: 'message:send', channel, cid: newId(), text: 'after five minutes' })
  late.catch(() => {})
  expect(await Promise.race([late, bens.heads()]), 'it waits for an answer').not.toHaveProperty('status')
  comeBack()
})

it('who hides their presence stays hidden when a page joins again', async () => {
  const { conversation, anna, ben } = await openPair()
  for (const member of [anna, ben]) await setVisibility(env, member, true)
  const [bens, hub, direct] = [
    await connectDirectly(ben, conversation),
    await connect(anna),
    await connectDirectly(anna, conversation),
  ]
  for (const client of [bens, hub, direct]) await client.enter(conversation)
  // Only the call for all of the member's connections arrives.
  vi.spyOn(Conversation.prototype, 'takeDirectFacts').mockImplementation(() => {})
  await setVisibility(env, anna, false)
  await bens.until(() => bens.events('presence:leaving')[0], 'leaving')
  await direct.enter(conversation)
  await direct.say(conversation, 'still hidden')
  await bens.until(() => bens.messages()[0], 'the message')
  expect(bens.events('presence:joining')).toHaveLength(1)
})

it('a setting that did not reach the conversation is sent again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connectDirectly(anna, conversation), await connectDirectly(ben, conversation)]
  for (const client of [annas, bens]) await client.enter(conversation)
  const hub = env.MEMBER_HUB.getByName(ben)
  const failing = vi.spyOn(Conversation.prototype, 'takeDirectFacts').mockImplementation(() => {
    throw new Error('restarts')
  })
  await hub.changePreferences({ typing: false })
  await eventually(async () => failing.mock.calls.length > 0, 'the first try')
  failing.mockRestore()
  await eventually(async () => {
    await runDurableObjectAlarm(hub)
    const [row] = await inHub(ben, 'SELECT facts FROM direct_sockets')
    return String(row?.['facts']).includes('"typing":false')
  }, 'the next try')
  await typing(annas, conversation)
  await typing(bens, conversation)
  for (const client of [annas, bens]) await client.heads()
  expect(annas.events('client-typing')).toEqual([])
  expect(bens.events('client-typing')).toEqual([])
})

it('a hub that does not answer leaves no socket waiting', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna } = await openPair()
  const hanging = vi.spyOn(MemberHub.prototype, 'admitDirect').mockImplementation(() => new Promise(() => {}))
  expect(await (await connectDirectly(anna, conversation)).closed).toMatchObject({ code: 1012 })
  hanging.mockRestore()
  expect((await (await connectDirectly(anna, conversation)).enter(conversation)).head).toBe(0)
})

it('a member who hides while a page of theirs joins is not shown', async () => {
  const { conversation, anna, ben } = await openPair()
  for (const member of [anna, ben]) await setVisibility(env, member, true)
  const [annas, bens] = [await connectDirectly(anna, conversation), await connectDirectly(ben, conversation)]
  await annas.enter(conversation)
  const { access } = PairWatch.prototype
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const asked = vi.spyOn(PairWatch.prototype, 'access').mockImplementation(async function (this: PairWatch, ...call) {
    if (call[2] === ben) await gate
    return access.apply(this, call)
  })
  const joining = bens.enter(conversation)
  await eventually(async () => asked.mock.calls.some(([, , actor]) => actor === ben), 'the question')
  await setVisibility(env, ben, false)
  await eventually(async () => {
    const [row] = await inHub(ben, 'SELECT facts FROM direct_sockets')
    return String(row?.['facts']).includes('"isHidden":true')
  }, 'that the conversation knows')
  open()
  await joining
  await annas.say(conversation, 'who is here?')
  await annas.until(() => annas.messages()[0], 'the message')
  expect(annas.events('presence:joining')).toEqual([])
})
