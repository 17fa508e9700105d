import { env, evictDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { readSummary } from '#features/member-hub/server/public.ts'
import { readHistory, readInbox } from '#features/chat/server/public.ts'
import { channelName, type WireMessage } from '#shared/realtime/wire.ts'
import { connect, dataOf, eventually, newId, openPair } from '#test/support/worker/realtime-client.ts'

const order = (messages: WireMessage[]) => messages.map(({ seq, text }) => `${seq} ${text}`)

it('two members see each other’s messages in the same order, on all their devices', async () => {
  const { conversation, anna, ben } = await openPair()
  const clients = await Promise.all([connect(anna), connect(ben), connect(ben)])
  await Promise.all(clients.map((client) => client.enter(conversation)))
  const [annas, bens] = clients
  await Promise.all([0, 1, 2, 3, 4].flatMap((n) => [annas.say(conversation, `a${n}`), bens.say(conversation, `b${n}`)]))
  for (const client of clients) await client.until(() => client.messages().length >= 10, 'ten messages')
  expect(order(annas.messages())).toHaveLength(10)
  for (const client of clients) expect(order(client.messages())).toEqual(order(annas.messages()))
  expect(annas.messages().map((message) => message.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  for (const sender of [anna, ben]) {
    const texts = annas
      .messages()
      .filter((message) => message.from === sender)
      .map((message) => message.text)
    expect(texts, 'each sender’s own order').toEqual(texts.toSorted())
  }
})

it('an acknowledged message is in the history; its answer and its event agree', async () => {
  const { conversation, anna, ben } = await openPair()
  const annas = await connect(anna)
  await annas.enter(conversation)
  const cid = newId()
  const answer = await annas.say(conversation, '  hello\u0007 there  ', cid)
  const event = await annas.until(() => annas.messages()[0], 'own message')
  expect(event).toEqual({ ...answer, cid, from: anna, text: 'hello there' })
  const read = await readHistory(env, conversation, ben)
  expect(read?.page?.messages).toEqual([event])
})

it('a repeated cid gets the first answer and is one message', async () => {
  const { conversation, anna, ben } = await openPair()
  const annas = await connect(anna)
  const bens = await connect(ben)
  await annas.enter(conversation)
  await bens.enter(conversation)
  const cid = newId()
  const answers = [await annas.say(conversation, 'once', cid), await annas.say(conversation, 'once', cid)]
  const again = await connect(anna)
  await again.enter(conversation)
  answers.push(await again.say(conversation, 'once', cid))
  expect(answers).toEqual([answers[0], answers[0], answers[0]])
  const last = await bens.say(conversation, 'the same cid is another member’s own', cid)
  expect(last.seq).toBe(2)
  await bens.until(() => bens.messages().length === 2, 'both messages')
  expect(order(bens.messages())[0]).toBe('1 once')
})

it('a join with `since` brings exactly what was missed, in pages of 300', async () => {
  const { conversation, anna, ben } = await openPair()
  const stub = env.CONVERSATION.getByName(conversation)
  await stub.seedMessages(
    Array.from({ length: 450 }, (_, n) => ({
      from: anna,
      cid: `seed-${n}-${conversation}`,
      text: `m${n + 1}`,
      sentAt: 1000 + n,
    })),
  )
  const bens = await connect(ben)
  const newest = await bens.enter(conversation)
  expect(newest).toMatchObject({ head: 450, recovered: false, more: false })
  expect([newest.messages[0]?.seq, newest.messages.length, newest.messages.at(-1)?.seq]).toEqual([151, 300, 450])
  const { epoch } = newest
  const first = await bens.enter(conversation, { epoch, seq: 100 })
  expect(first).toMatchObject({ recovered: true, more: true })
  expect([first.messages[0]?.seq, first.messages.at(-1)?.seq]).toEqual([101, 400])
  const second = await bens.enter(conversation, { epoch, seq: 400 })
  expect(second).toMatchObject({ recovered: true, more: false })
  expect([second.messages[0]?.seq, second.messages.at(-1)?.seq]).toEqual([401, 450])
  expect(await bens.enter(conversation, { epoch, seq: 450 })).toMatchObject({ recovered: true, messages: [] })
  expect(await bens.enter(conversation, { epoch: 'another', seq: 450 })).toMatchObject({ recovered: false, epoch, head: 450 })
  expect(await bens.enter(conversation, { epoch, seq: 451 }), 'a cursor from beyond the head').toMatchObject({ recovered: false })
})

it('no page of long messages outgrows a frame, and none is left out', async () => {
  const { conversation, anna, ben } = await openPair()
  const text = '💛'.repeat(2000)
  await env.CONVERSATION.getByName(conversation).seedMessages(
    Array.from({ length: 12 }, (_, n) => ({ from: anna, cid: `long-${n}-${conversation}`, text, sentAt: n })),
  )
  const bens = await connect(ben)
  const { epoch } = await bens.enter(conversation)
  const seen: number[] = []
  for (let more = true; more;) {
    const page = await bens.enter(conversation, { epoch, seq: seen.at(-1) ?? 0 })
    seen.push(...page.messages.map((message) => message.seq))
    more = page.more
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  for (const frame of bens.frames)
    expect(new TextEncoder().encode(JSON.stringify(frame)).byteLength).toBeLessThanOrEqual(64 * 1024)
})

it('history scrolls back page by page', async () => {
  const { conversation, anna, ben } = await openPair()
  await env.CONVERSATION.getByName(conversation).seedMessages(
    Array.from({ length: 7 }, (_, n) => ({ from: ben, cid: `h-${n}-${conversation}`, text: `m${n + 1}`, sentAt: n })),
  )
  const newest = await readHistory(env, conversation, anna, { limit: 3 })
  expect([newest?.page?.messages.map((message) => message.seq), newest?.page?.more]).toEqual([[5, 6, 7], true])
  const older = await readHistory(env, conversation, anna, { limit: 5, before: 5 })
  expect([older?.page?.messages.map((message) => message.seq), older?.page?.more]).toEqual([[1, 2, 3, 4], false])
  expect(await readHistory(env, conversation, newId()), 'a stranger').toEqual({ page: null })
  expect(await readHistory(env, newId(), anna), 'no such conversation').toEqual({ page: null })
})

it('a message reaches the inbox of a member who is not connected', async () => {
  const { conversation, anna, ben } = await openPair()
  expect(await readInbox(env, ben)).toEqual([
    expect.objectContaining({ conversation, other: anna, preview: '', unread: 0, fromMe: false }),
  ])
  const annas = await connect(anna)
  await annas.enter(conversation)
  const sent = await annas.say(conversation, 'first\nline')
  await annas.say(conversation, 'second')
  await eventually(async () => (await readSummary(env, ben))?.unread === 2, 'two unread')
  expect(await readInbox(env, ben)).toMatchObject([{ preview: 'second', unread: 2, fromMe: false }])
  expect(await readInbox(env, anna)).toMatchObject([{ preview: 'second', unread: 0, fromMe: true }])
  expect((await readInbox(env, ben))?.[0]?.at).toBeGreaterThanOrEqual(sent.sentAt)
  expect(await env.MEMBER_HUB.getByName(ben).markRead(conversation, sent.seq)).toEqual({ unread: 1 })
  expect(await env.MEMBER_HUB.getByName(ben).markRead(conversation, 99)).toEqual({ unread: 0 })
  expect(await env.MEMBER_HUB.getByName(ben).markRead(newId(), 1)).toBeNull()
})

it('one’s own message marks what came before as read', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  await annas.say(conversation, 'question')
  await bens.say(conversation, 'answer')
  await eventually(async () => (await readSummary(env, ben))?.unread === 0, 'nothing unread')
})

it('the inbox of connected devices follows messages and reading elsewhere', async () => {
  const { conversation, anna, ben } = await openPair()
  const bens = await connect(ben)
  expect(dataOf(await bens.join(channelName.member(ben)))).toMatchObject({
    summary: { unread: 0 },
    inbox: [{ conversation, other: anna }],
  })
  const annas = await connect(anna)
  await annas.enter(conversation)
  await annas.say(conversation, 'hello')
  await bens.until(() => bens.events('inbox').length === 1, 'inbox event')
  await env.MEMBER_HUB.getByName(ben).markRead(conversation, 1)
  await bens.until(() => bens.events('inbox').length === 2, 'second inbox event')
  expect(bens.events('inbox').map((event) => event.data)).toMatchObject([
    { conversation, unread: 1, totalUnread: 1, preview: 'hello', from: anna },
    { conversation, unread: 0, totalUnread: 0 },
  ])
})

it('objects that were put to sleep wake up as the same: sockets, channels, log and heads', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  const before = await bens.enter(conversation)
  await annas.say(conversation, 'one')
  await bens.until(() => bens.messages().length === 1, 'first message')
  for (const stub of [env.MEMBER_HUB.getByName(anna), env.MEMBER_HUB.getByName(ben), env.CONVERSATION.getByName(conversation)])
    await evictDurableObject(stub)
  const sent = await annas.say(conversation, 'two')
  expect(sent).toMatchObject({ epoch: before.epoch, seq: 2 })
  await bens.until(() => bens.messages().length === 2, 'second message')
  await evictDurableObject(env.MEMBER_HUB.getByName(ben))
  expect(await bens.heads()).toEqual({ [channelName.conversation(conversation)]: 2 })
  expect(order(bens.messages())).toEqual(['1 one', '2 two'])
  expect(bens.events('presence:leaving')).toEqual([])
})

it('the answer to a ping carries the heads of the joined conversations', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  expect(await annas.heads()).toEqual({})
  await annas.enter(conversation)
  await bens.enter(conversation)
  const channel = channelName.conversation(conversation)
  expect(await annas.heads()).toEqual({ [channel]: 0 })
  await bens.say(conversation, 'one')
  await annas.until(() => annas.messages().length === 1, 'message')
  expect(await annas.heads()).toEqual({ [channel]: 1 })
  await annas.leave(channel)
  expect(await annas.heads()).toEqual({})
})
