import { chatActions } from '#features/chat/contract.ts'
import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import { channelName, ping } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { postJson } from '#test/support/worker/members.ts'
import { alarmOf } from '#test/support/worker/objects.ts'
import { connect, eventually, newId, openPair } from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 60_000 })

const hubOf = (member: string) => env.MEMBER_HUB.getByName(member)
const roomOf = (conversation: string) => env.CONVERSATION.getByName(conversation)
/** Returns the object's present instance; the call wakes it up. */
const lifeOf = (stub: DurableObjectStub) => runInDurableObject(stub, (instance) => instance)
const alarmOfHub = (member: string) => runInDurableObject(hubOf(member), (_, state) => state.storage.getAlarm())

/** Lets the conversation see that everyone has everything; afterwards it has scheduled no alarm. */
const beQuiet = (conversation: string) =>
  eventually(async () => {
    await runDurableObjectAlarm(roomOf(conversation))
    return (await alarmOf(conversation)) === null
  }, 'a conversation without an alarm')

/**
 * The runtime lets an object hibernate that was idle for 10 s, once no timer of it waits. Asking would keep it awake, so
 * there is nothing to wait on.
 */
const idleMs = 16_000

it('objects with open sockets and present members fall asleep by themselves and wake up as the same', async () => {
  const { conversation, anna, ben } = await openPair()
  const channel = channelName.conversation(conversation)
  const [annas, bens] = [await connect(anna), await connect(ben)]
  for (const client of [annas, bens]) {
    await client.join(channelName.member(client.memberId))
    await client.enter(conversation)
  }
  await annas.say(conversation, 'one')
  await bens.until(() => bens.messages()[0], 'the first message')
  await beQuiet(conversation)
  const lives = await Promise.all([hubOf(anna), hubOf(ben), roomOf(conversation)].map(lifeOf))

  await new Promise((resolve) => setTimeout(resolve, idleMs))
  expect(await annas.heads(), 'answered without waking anyone').toEqual({ [channel]: 1 })
  expect(await bens.say(conversation, 'two')).toMatchObject({ seq: 2 })
  await annas.until(() => annas.messages().length === 2, 'the second message')
  expect(
    annas.messages().map(({ seq }) => seq),
    'nothing comes twice',
  ).toEqual([1, 2])
  const later = await Promise.all([hubOf(anna), hubOf(ben), roomOf(conversation)].map(lifeOf))
  for (const [index, life] of later.entries()) expect(life, `object ${index} has begun a new life`).not.toBe(lives[index])
  expect(await annas.heads()).toEqual({ [channel]: 2 })
  expect(annas.events('presence:leaving')).toEqual([])
})

it('a hub with open sockets whose member is in no conversation asks for no alarm', async () => {
  const { anna } = await openPair()
  const annas = await connect(anna)
  await annas.join(channelName.member(anna))
  expect(await alarmOfHub(anna)).toBeNull()
})

it('a conversation in which members are present and all is delivered schedules no alarm', async () => {
  const { conversation, anna } = await openPair()
  await (await connect(anna)).enter(conversation)
  await beQuiet(conversation)
})

it('a hub wakes up with its sessions, joined channels and counts, and answers pings with the heads again', async () => {
  const { conversation, anna, ben } = await openPair()
  const channel = channelName.conversation(conversation)
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.join(channelName.member(anna))
  await annas.enter(conversation)
  await bens.enter(conversation)
  await bens.say(conversation, 'one')
  await annas.until(() => annas.messages()[0], 'the message')
  await runInDurableObject(hubOf(anna), (_, state) =>
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, JSON.stringify({ event: 'pong', data: {} }))),
  )
  await evictDurableObject(hubOf(anna))
  expect(await hubOf(anna).summary()).toMatchObject({ unread: 1, conversations: [{ conversation, unread: 1 }] })
  expect(await annas.heads()).toEqual({ [channel]: 1 })
  await bens.say(conversation, 'two')
  await annas.until(() => annas.events('inbox').some(({ data }) => data.unread === 2), 'its row, on the member’s channel')
  expect(annas.messages().map(({ text }) => text)).toEqual(['one', 'two'])
  expect(await annas.say(conversation, 'three'), 'no joining again').toMatchObject({ seq: 3 })
  await hubOf(anna).disconnect(annas.sid)
  expect(await annas.closed, 'it is still of its session').toMatchObject({ code: 4401 })
})

it('a conversation wakes up with its members, log, presence, receipts and delivery cursors', async () => {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await connect(anna.id), await connect(ben.id)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  const cid = newId()
  const said = await annas.say(conversation, 'one', cid)
  await bens.until(() => bens.messages()[0], 'the message')
  await postJson(ben, chatActions.read.path, { conversation, seq: said.seq })
  await annas.until(() => annas.events('marks').some(({ data }) => data.read === said.seq), 'the read mark')
  await beQuiet(conversation)
  const before = await lifeOf(roomOf(conversation))

  await evictDurableObject(roomOf(conversation))
  expect(await annas.say(conversation, 'once', cid), 'a repeat is the first one').toEqual(said)
  expect(await lifeOf(roomOf(conversation))).not.toBe(before)
  const phone = await connect(ben.id)
  const joined = await phone.enter(conversation, { epoch: said.epoch, seq: said.seq })
  expect(joined).toMatchObject({ epoch: said.epoch, head: said.seq, recovered: true, messages: [] })
  const present = await phone.until(() => phone.events('presence:subscribed')[0], 'who is there')
  expect(present.rev).toBe(2)
  expect(new Set(present.data.map(({ user_id }) => user_id))).toEqual(new Set([anna.id, ben.id]))
  const again = await annas.enter(conversation)
  expect(again.marks).toEqual([{ user_id: ben.id, delivered: said.seq, read: said.seq }])
  expect(annas.events('presence:joining'), 'a second device of one who is there is no news').toHaveLength(1)
  expect(annas.messages().map(({ seq }) => seq)).toEqual([said.seq])
})
