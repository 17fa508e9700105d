import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { openDirectConversation, seedConversation, readInbox } from '#features/chat/server/public.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { alarmOf, breakHub, crash, crashHub, inHub, mendHub } from '#test/support/worker/objects.ts'
import { connect, eventually, newId, openPair } from '#test/support/worker/realtime-client.ts'

it('what a failing hub could not take is delivered once it is back, in order and once', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  await annas.say(conversation, 'one')
  await bens.until(() => bens.messages().length === 1, 'first message')
  await breakHub(ben)
  await annas.say(conversation, 'two')
  await annas.say(conversation, 'three')
  await annas.until(() => annas.messages().length === 3, 'own messages, whatever the other hub does')
  await mendHub(ben)
  await eventually(
    async () => bens.messages().length >= 3 || (await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation)), false),
    'the rest',
  )
  expect(bens.messages().map(({ seq, text }) => `${seq} ${text}`)).toEqual(['1 one', '2 two', '3 three'])
  expect(await readSummary(env, ben)).toMatchObject({ unread: 3 })
})

it('a delivery that was due outlives the conversation object', async () => {
  const { conversation, anna, ben } = await openPair()
  const annas = await connect(anna)
  await annas.enter(conversation)
  await breakHub(ben)
  await annas.say(conversation, 'one')
  expect(await alarmOf(conversation)).not.toBeNull()
  await crash(conversation)
  await mendHub(ben)
  await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
  await eventually(async () => (await readSummary(env, ben))?.unread === 1, 'the message')
})

it('a hub drops what it has: deliveries from an old cursor change nothing', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  await annas.say(conversation, 'one')
  await annas.say(conversation, 'two')
  await bens.until(() => bens.messages().length === 2, 'two messages')
  await runInDurableObject(
    env.CONVERSATION.getByName(conversation),
    (_, state) => void state.storage.sql.exec('UPDATE members SET cursor = -1'),
  )
  await evictDurableObject(env.CONVERSATION.getByName(conversation))
  await annas.say(conversation, 'three')
  await bens.until(() => bens.messages().length === 3, 'three messages')
  await eventually(async () => (await readSummary(env, ben))?.unread === 3, 'three unread')
  expect(bens.messages().map((message) => message.seq)).toEqual([1, 2, 3])
})

it('a message that a hub had shown but not stored is delivered again after a restart, and is counted and found', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  const isStored = async (member: string, head: number) =>
    (await inHub(member, 'SELECT head FROM inbox WHERE conversation = ?', conversation))[0]?.['head'] === head
  let said = 0
  // A write that was due just then goes to the disk at once; the next one waits.
  do {
    said += 1
    await annas.say(conversation, `lantern ${said}`)
    await bens.until(() => bens.messages().length === said, 'the message on the screen')
  } while ((await isStored(ben, said)) || (await isStored(anna, said)))
  await Promise.all([crashHub(ben), crashHub(anna)])
  await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
  expect(await isStored(ben, said)).toBe(true)
  expect(await isStored(anna, said)).toBe(true)
  expect(await readInbox(env, ben)).toMatchObject([{ preview: `lantern ${said}`, unread: said, fromMe: false }])
  expect(await readInbox(env, anna)).toMatchObject([{ preview: `lantern ${said}`, unread: 0, fromMe: true }])
  for (const member of [anna, ben])
    expect((await env.MEMBER_HUB.getByName(member).search('lantern', null)).hits).toHaveLength(said)
})

it('a repeat of a message whose first answer was lost brings it to the sender’s other devices at once', async () => {
  const { conversation, anna } = await openPair()
  const [annas, other] = [await connect(anna), await connect(anna)]
  for (const client of [annas, other]) await client.enter(conversation)
  await annas.say(conversation, 'before')
  for (const client of [annas, other]) await client.until(() => client.messages().length === 1, 'the message before')
  const stub = env.CONVERSATION.getByName(conversation)
  // The delivery that comes with this answer is dropped; the partner, who is away, causes no other.
  const cid = newId()
  expect(await stub.sendFromHub({ member: anna, cid, text: 'lost' })).toMatchObject({ ok: true, delivery: { upTo: 2 } })
  await runInDurableObject(stub, (_, state) => state.storage.deleteAlarm())
  await annas.say(conversation, 'lost', cid)
  for (const client of [annas, other]) await client.until(() => client.messages().length === 2, 'the message, by itself')
  for (const client of [annas, other]) expect(client.messages().map(({ seq }) => seq)).toEqual([1, 2])
})

it('a repeat of a message whose conversation died with the first answer brings it to everyone at once', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, other, bens] = [await connect(anna), await connect(anna), await connect(ben)]
  for (const client of [annas, other, bens]) await client.enter(conversation)
  await breakHub(ben)
  await breakHub(anna)
  const cid = newId()
  await env.CONVERSATION.getByName(conversation).sendFromHub({ member: anna, cid, text: 'written, then dead' })
  await crash(conversation)
  await mendHub(ben)
  await mendHub(anna)
  await runInDurableObject(env.CONVERSATION.getByName(conversation), (_, state) => state.storage.deleteAlarm())
  // As a client does: the first call to an object that has restarted may be lost with it.
  const repeat = { type: 'message:send', channel: channelName.conversation(conversation), cid, text: 'written, then dead' }
  await eventually(async () => (await annas.request(repeat)).status === 'success', 'an answer')
  for (const client of [annas, other, bens]) await client.until(() => client.messages().length === 1, 'the message, by itself')
})

it('a hub that lost its storage gets the whole log again, whatever was delivered before', async () => {
  const { conversation, anna, ben } = await openPair()
  const annas = await connect(anna)
  await annas.enter(conversation)
  await annas.say(conversation, 'one')
  await annas.say(conversation, 'two')
  await eventually(async () => (await readSummary(env, ben))?.unread === 2, 'two unread')
  await inHub(ben, 'DELETE FROM inbox')
  await crashHub(ben)
  await annas.say(conversation, 'three')
  await eventually(async () => (await readSummary(env, ben))?.unread === 3, 'all three')
})

it('what is on screen is stored within seconds, without anybody asking', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  await annas.say(conversation, 'one')
  for (const member of [anna, ben])
    await eventually(async () => (await inHub(member, 'SELECT preview FROM inbox'))[0]?.['preview'] === 'one', 'the row')
})

it('once every hub has everything, the conversation remembers that and sleeps', async () => {
  const { conversation, anna } = await openPair()
  const annas = await connect(anna)
  await annas.enter(conversation)
  await annas.say(conversation, 'one')
  const readCursors = () =>
    runInDurableObject(env.CONVERSATION.getByName(conversation), (_, state) =>
      state.storage.sql
        .exec<{ cursor: number }>('SELECT cursor FROM members')
        .toArray()
        .map(({ cursor }) => cursor),
    )
  // An alarm that comes before the last acknowledgement schedules another one.
  await eventually(async () => {
    await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation))
    return (await readCursors()).join() === '1,1' && (await alarmOf(conversation)) === null
  }, 'a quiet conversation that knows that everyone has everything')
})

it('opening a conversation twice is opening it once', async () => {
  const { conversation, anna, ben } = await openPair()
  const before = await env.CONVERSATION.getByName(conversation).open({ kind: 'direct', members: [anna, ben], at: 1 })
  await openDirectConversation(env, conversation, [ben, anna], 2)
  const after = await env.CONVERSATION.getByName(conversation).open({ kind: 'direct', members: [anna, newId()], at: 3 })
  expect(after).toEqual(before)
  expect(await readInbox(env, anna)).toHaveLength(1)
})

it('an opening that a hub missed makes its inbox row later', async () => {
  const [conversation, anna, ben] = [newId(), newId(), newId()]
  await readSummary(env, ben)
  await breakHub(ben)
  await openDirectConversation(env, conversation, [anna, ben], 5)
  expect(await readInbox(env, anna)).toMatchObject([{ conversation, at: 5 }])
  await mendHub(ben)
  await eventually(
    async () =>
      (await readInbox(env, ben))?.length === 1 || (await runDurableObjectAlarm(env.CONVERSATION.getByName(conversation)), false),
    'the row',
  )
})

it('demo data keep their own times, make no notifications and are not doubled by a second seed', async () => {
  const [id, anna, ben] = [newId(), newId(), newId()]
  const messages = [1000, 2000, 3000].map((sentAt, n) => ({
    from: n === 1 ? ben : anna,
    cid: `demo-${n}-${id}`,
    text: `m${n}`,
    sentAt,
  }))
  const seed = { id, members: [anna, ben] as const, openedAt: 500, messages, readUpTo: { [anna]: 3 } }
  await seedConversation(env, seed)
  await seedConversation(env, seed)
  expect(await readInbox(env, anna)).toMatchObject([{ preview: 'm2', at: 3000, unread: 0 }])
  expect(await readInbox(env, ben)).toMatchObject([{ preview: 'm2', at: 3000, unread: 1 }])
  expect(await readSummary(env, ben)).toMatchObject({ notifications: 0 })
})
