import { chatActions } from '#features/chat/contract.ts'
import { env, evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import { FanOut } from '#objects/conversation/fan-out.ts'
import { MemberHub } from '#objects/member-hub/member-hub.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { postJson } from '#test/support/worker/members.ts'
import { breakHub, crash, crashHub, inConversation, inHub, mendHub } from '#test/support/worker/objects.ts'
import {
  connect,
  connectDirectly,
  eventually,
  newId,
  openPage,
  openPair,
  type LineClient,
} from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 60_000 })

const rowOf = async (member: string, conversation: string) =>
  (await inHub(member, 'SELECT head, unread, read_seq FROM inbox WHERE conversation = ?', conversation))[0]
const hasHead = (member: string, conversation: string, head: number) =>
  eventually(async () => (await rowOf(member, conversation))?.['head'] === head, `head ${head}`)

const inboxOf = (client: LineClient) => client.events('inbox').map(({ data }) => data)

it('hubs get what pages have shown within three seconds, several messages at once, and store it', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await openPage(anna, conversation), await openPage(ben, conversation)]
  const began = Date.now()
  for (const text of ['one', 'two', 'three']) await annas.direct.say(conversation, text)
  await bens.direct.until(() => bens.direct.messages().length === 3, 'three messages')
  expect((await rowOf(ben, conversation))?.['head'], 'not yet').toBe(0)
  for (const { first } of [annas, bens]) {
    const row = await first.until(() => inboxOf(first)[0], 'the row')
    expect(row).toMatchObject({ conversation, preview: 'three' })
  }
  expect(Date.now() - began).toBeLessThan(3_500)
  expect(inboxOf(bens.first)).toHaveLength(1)
  expect(await rowOf(ben, conversation), 'stored').toMatchObject({ head: 3, unread: 3 })
  expect(bens.first.messages(), 'only on the second socket').toEqual([])
})

it('what was on screen when its socket broke does not ring', async () => {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await openPage(anna.id, conversation), await openPage(ben.id, conversation)]
  await annas.direct.say(conversation, 'seen')
  await bens.direct.until(() => bens.direct.messages()[0], 'the message')
  bens.direct.socket.close(1000)
  await bens.first.until(() => inboxOf(bens.first)[0], 'the row')
  // It waits for the read mark, as for a page that is still there.
  expect(await inHub(ben.id, 'SELECT seq FROM unseen')).toEqual([{ seq: 1 }])
  expect(bens.first.events('notification')).toEqual([])
})

it('a hub that is back gets what it asks for, although the next try was to be later', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna, ben } = await openPair()
  const annas = await openPage(anna, conversation)
  await breakHub(ben)
  await annas.direct.say(conversation, 'one')
  const room = env.CONVERSATION.getByName(conversation)
  // Each failure makes the next try later.
  for (let tries = 0; tries < 6; tries += 1) await room.catchUp(ben)
  await mendHub(ben)
  await room.catchUp(ben)
  expect(await rowOf(ben, conversation)).toMatchObject({ head: 1 })
  warned.mockRestore()
})

it('a hub that fails is left alone until its next try, and the others get theirs', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna, ben } = await openPair()
  const [annas] = [await openPage(anna, conversation), await openPage(ben, conversation)]
  await breakHub(ben)
  await annas.direct.say(conversation, 'one')
  const room = env.CONVERSATION.getByName(conversation)
  for (let tries = 0; tries < 6; tries += 1) await room.catchUp(ben)
  const ran = vi.spyOn(FanOut.prototype, 'run')
  // Ben's are due as well by then, before the next try.
  await annas.direct.say(conversation, 'two')
  await hasHead(anna, conversation, 2)
  await annas.direct.say(conversation, 'three')
  await hasHead(anna, conversation, 3)
  expect(ran.mock.calls.length).toBeLessThan(30)
  for (const spy of [ran, warned]) spy.mockRestore()
})

it('a member without the conversation on screen is notified at once, and so is one with another device', async () => {
  const { conversation, anna, ben } = await createMatch()
  const annas = await openPage(anna.id, conversation)
  const elsewhere = await connect(ben.id, newId(), newId())
  await elsewhere.join(channelName.member(ben.id))
  await annas.direct.say(conversation, 'look here')
  await elsewhere.until(() => elsewhere.events('notification')[0], 'the toast')
  const bens = await openPage(ben.id, conversation)
  const before = elsewhere.events('notification').length
  const said = Date.now()
  await annas.direct.say(conversation, 'and here')
  await elsewhere.until(() => elsewhere.events('notification').length > before, 'the toast, elsewhere')
  expect(Date.now() - said).toBeLessThan(2_000)
  await bens.direct.until(() => bens.direct.messages().length > 0, 'on screen, too')
})

it('a device that comes gets later messages at once', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas] = [await openPage(anna, conversation), await openPage(ben, conversation)]
  const phone = await connect(ben, newId(), newId())
  await phone.join(channelName.member(ben))
  await eventually(async () => {
    const [row] = await inHub(ben, 'SELECT facts FROM direct_sockets')
    return String(row?.['facts']).includes('"isAlone":false')
  }, 'that the conversation knows')
  const said = Date.now()
  await annas.direct.say(conversation, 'one')
  await phone.until(() => inboxOf(phone)[0], 'the row')
  expect(Date.now() - said, 'without waiting for more').toBeLessThan(2_000)
})

it('a page that names no tab counts as a device that shows nothing', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas] = [await openPage(anna, conversation), await openPage(ben, conversation)]
  const old = await connect(ben)
  await old.join(channelName.member(ben))
  await (await connectDirectly(ben, conversation, newId(), '')).enter(conversation)
  const said = Date.now()
  await annas.direct.say(conversation, 'one')
  await old.until(() => inboxOf(old)[0], 'the row')
  expect(Date.now() - said).toBeLessThan(2_000)
})

it('the alarm that looks for silent sockets sends nothing again', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await openPage(anna, conversation), await openPage(ben, conversation)]
  const onFirst = await connect(ben)
  await onFirst.enter(conversation)
  await annas.direct.say(conversation, 'one')
  await bens.direct.say(conversation, 'two')
  const room = env.CONVERSATION.getByName(conversation)
  await eventually(async () => {
    await runDurableObjectAlarm(room)
    return (await inConversation(conversation, 'SELECT settled FROM conversation'))[0]?.['settled'] === 1
  }, 'that all is sent')
  const clients = [annas.direct, bens.direct, onFirst]
  const before = clients.map((client) => client.events('marks').length)
  const delivered = vi.spyOn(MemberHub.prototype, 'deliver')
  await evictDurableObject(room)
  expect(await runDurableObjectAlarm(room), 'it looks again').toBe(true)
  for (const client of clients) await client.heads()
  expect(clients.map((client) => client.events('marks').length)).toEqual(before)
  expect(delivered.mock.calls.filter(([delivery]) => delivery.conversation === conversation)).toEqual([])
  delivered.mockRestore()
  await annas.direct.say(conversation, 'three')
  for (const member of [anna, ben]) await hasHead(member, conversation, 3)
})

it('leaving the conversation brings the hub what it lacks at once', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await openPage(anna, conversation), await openPage(ben, conversation)]
  await annas.direct.say(conversation, 'one')
  const said = Date.now()
  bens.direct.socket.close(1000)
  await bens.first.until(() => inboxOf(bens.first)[0], 'the row')
  expect(Date.now() - said).toBeLessThan(2_000)
})

it('what a hub is owed survives the end of the conversation’s object, and of the hub', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { conversation, anna, ben } = await openPair()
  const [annas] = [await openPage(anna, conversation), await openPage(ben, conversation)]
  await annas.direct.say(conversation, 'one')
  await crash(conversation)
  for (const member of [anna, ben]) await crashHub(member)
  await eventually(async () => {
    await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
    return (await rowOf(ben, conversation))?.['head'] === 1 && (await rowOf(anna, conversation))?.['head'] === 1
  }, 'both rows')
  expect(await rowOf(ben, conversation)).toMatchObject({ unread: 1 })
})

it('what a page has read is stored as read, though the hub did not have it yet', async () => {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await openPage(anna.id, conversation), await openPage(ben.id, conversation)]
  const { seq } = await annas.direct.say(conversation, 'one')
  await bens.direct.until(() => bens.direct.messages()[0], 'the message')
  const response = await postJson(ben, chatActions.read.path, { conversation, seq })
  expect(await response.json()).toMatchObject({ unread: 0 })
  await crashHub(ben.id)
  expect(await rowOf(ben.id, conversation)).toMatchObject({ head: seq, unread: 0, read_seq: seq })
  await annas.direct.until(() => annas.direct.events('marks').some(({ data }) => data.read === seq), 'the receipt')
})

it('a search finds the message of a moment ago', async () => {
  const { conversation, anna, ben } = await createMatch()
  const [annas, bens] = [await openPage(anna.id, conversation), await openPage(ben.id, conversation)]
  await annas.direct.say(conversation, 'a persimmon')
  await bens.direct.until(() => bens.direct.messages()[0], 'the message')
  for (const { id } of [anna, ben]) {
    const { hits } = await env.MEMBER_HUB.getByName(id).search('persimmon', null)
    expect(hits.map(({ seq }) => seq)).toEqual([1])
  }
})

it('conversation and hubs that have slept go on as before', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await openPage(anna, conversation), await openPage(ben, conversation)]
  await annas.direct.say(conversation, 'one')
  for (const member of [anna, ben]) await hasHead(member, conversation, 1)
  await evictDurableObject(env.CONVERSATION.getByName(conversation))
  for (const member of [anna, ben]) await evictDurableObject(env.MEMBER_HUB.getByName(member))
  expect(await annas.direct.heads()).toEqual({ [channelName.conversation(conversation)]: 1 })
  await bens.direct.say(conversation, 'two')
  await annas.direct.until(() => annas.direct.messages().length === 2, 'the second')
  expect(annas.direct.messages().map(({ seq }) => seq)).toEqual([1, 2])
  for (const member of [anna, ben]) await hasHead(member, conversation, 2)
  expect(annas.direct.events('presence:leaving')).toEqual([])
})
