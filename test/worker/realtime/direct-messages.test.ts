import { runDurableObjectAlarm, env } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import { MemberHub } from '#objects/member-hub/member-hub.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { inHub } from '#test/support/worker/objects.ts'
import { connect, connectDirectly, eventually, newId, openPair, type LineClient } from '#test/support/worker/realtime-client.ts'

vi.setConfig({ testTimeout: 60_000 })

const seqsOf = (client: LineClient) => client.messages().map(({ seq }) => seq)
const headOf = async (member: string, conversation: string) =>
  (await inHub(member, 'SELECT head, unread FROM inbox WHERE conversation = ?', conversation))[0]

it('a message goes from page to page through the conversation alone, and both hubs get it', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connectDirectly(anna, conversation), await connectDirectly(ben, conversation)]
  expect(await annas.enter(conversation)).toMatchObject({ head: 0, messages: [] })
  await bens.enter(conversation)
  const said = await annas.say(conversation, 'hello')
  expect(said).toMatchObject({ seq: 1 })
  const got = await bens.until(() => bens.messages()[0], 'the message')
  expect(got).toMatchObject({ seq: 1, from: anna, text: 'hello' })
  await annas.until(() => annas.messages()[0], 'the own message')
  for (const member of [anna, ben])
    await eventually(async () => {
      await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
      return (await headOf(member, conversation))?.['head'] === 1
    }, 'the row')
  expect(await headOf(ben, conversation)).toEqual({ head: 1, unread: 1 })
})

it('members on either socket see the same messages, once and in order', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connectDirectly(anna, conversation), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  for (let turn = 0; turn < 6; turn += 1) await (turn % 2 ? bens : annas).say(conversation, `line ${turn}`)
  for (const client of [annas, bens]) await client.until(() => client.messages().length >= 6, 'all messages')
  expect(seqsOf(annas)).toEqual([1, 2, 3, 4, 5, 6])
  expect(seqsOf(bens)).toEqual([1, 2, 3, 4, 5, 6])
})

it('a message repeated over the other socket gets the first answer and is stored once', async () => {
  const { conversation, anna, ben } = await openPair()
  const [direct, hub, bens] = [
    await connectDirectly(anna, conversation),
    await connect(anna),
    await connectDirectly(ben, conversation),
  ]
  for (const client of [direct, hub, bens]) await client.enter(conversation)
  const cid = newId()
  const first = await direct.say(conversation, 'once', cid)
  expect(await hub.say(conversation, 'once', cid)).toEqual(first)
  expect(await direct.say(conversation, 'once', cid)).toEqual(first)
  const next = await hub.say(conversation, 'next')
  expect(next).toMatchObject({ seq: 2 })
  await bens.until(() => seqsOf(bens).includes(2), 'the next message')
  expect(seqsOf(bens)).toEqual([1, 2])
})

it('a page that lost the socket resumes from its cursor on either one', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connectDirectly(anna, conversation), await connectDirectly(ben, conversation)]
  await annas.enter(conversation)
  const { epoch } = await bens.enter(conversation)
  await annas.say(conversation, 'one')
  await bens.until(() => bens.messages()[0], 'the first')
  bens.socket.close()
  await annas.say(conversation, 'two')
  await annas.say(conversation, 'three')
  const fallback = await connect(ben)
  const resumed = await fallback.enter(conversation, { epoch, seq: 1 })
  expect(resumed).toMatchObject({ recovered: true, head: 3 })
  expect(resumed.messages.map(({ text }) => text)).toEqual(['two', 'three'])
  const again = await connectDirectly(ben, conversation)
  const rejoined = await again.enter(conversation, { epoch, seq: 2 })
  expect(rejoined.messages.map(({ text }) => text)).toEqual(['three'])
  expect(await again.heads()).toEqual({ [channelName.conversation(conversation)]: 3 })
})

it('a message sent just before its page leaves is taken, though it waits for the hub', async () => {
  const { conversation, anna, ben } = await openPair()
  const channel = channelName.conversation(conversation)
  const [annas, bens] = [await connectDirectly(anna, conversation), await connectDirectly(ben, conversation)]
  for (const client of [annas, bens]) await client.enter(conversation)
  const { leaseMessages } = MemberHub.prototype
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const asked = vi.spyOn(MemberHub.prototype, 'leaseMessages').mockImplementation(async function (this: MemberHub, ...call) {
    await gate
    return leaseMessages.apply(this, call)
  })
  const sent: Promise<unknown>[] = []
  // Until what was lent is used up.
  while (asked.mock.calls.length === 0 && sent.length < 10) {
    sent.push(annas.say(conversation, `line ${sent.length + 1}`))
    await annas.heads()
  }
  expect(await annas.leave(channel)).toMatchObject({ status: 'success' })
  open()
  await Promise.all(sent)
  await bens.until(() => bens.messages().length === sent.length, 'all of them')
  expect(await annas.request({ type: 'message:send', channel, cid: newId(), text: 'later' })).toMatchObject({
    code: 'not-joined',
  })
  asked.mockRestore()
})

it('typing and receipts reach pages on direct sockets', async () => {
  const { conversation, anna, ben } = await openPair()
  const channel = channelName.conversation(conversation)
  const [annas, bens] = [await connectDirectly(anna, conversation), await connectDirectly(ben, conversation)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  await annas.request({ type: 'channel:clientEvent', channel, event: 'client-typing' })
  await bens.until(() => bens.events('client-typing')[0], 'the typing')
  const { seq } = await annas.say(conversation, 'seen?')
  await annas.until(() => annas.events('marks').some(({ data }) => data.user_id === ben && data.delivered >= seq), 'delivered')
  await bens.say(conversation, 'yes')
  await annas.until(() => annas.events('marks').some(({ data }) => data.user_id === ben && data.read > seq), 'read')
})
