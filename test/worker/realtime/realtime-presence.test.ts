import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { channelName, timings } from '#shared/realtime/wire.ts'
import { connect, eventually, openPair } from '#test/support/worker/realtime-client.ts'

it('a join shows the joiner who is there and the others who has come', async () => {
  const { conversation, anna, ben } = await openPair()
  const channel = channelName.conversation(conversation)
  const annas = await connect(anna)
  await annas.enter(conversation)
  const alone = await annas.until(() => annas.events('presence:subscribed')[0], 'own list')
  expect(alone).toEqual({ event: 'presence:subscribed', channel, data: [{ user_id: anna }], rev: 1 })
  const bens = await connect(ben)
  await bens.enter(conversation)
  const both = await bens.until(() => bens.events('presence:subscribed')[0], 'list of both')
  expect(both).toMatchObject({ data: [{ user_id: anna }, { user_id: ben }], rev: 2 })
  expect(await annas.until(() => annas.events('presence:joining')[0], 'joining')).toEqual({
    event: 'presence:joining',
    channel,
    data: { user_id: ben },
    rev: 2,
  })
})

it('only a member’s first connection joins and only the last one leaves', async () => {
  const { conversation, anna, ben } = await openPair()
  const annas = await connect(anna)
  await annas.enter(conversation)
  const phone = await connect(ben)
  const laptop = await connect(ben)
  await phone.enter(conversation)
  await laptop.enter(conversation)
  await phone.leave(channelName.conversation(conversation))
  await phone.enter(conversation)
  laptop.socket.close(1000)
  phone.socket.close(1000)
  await annas.until(() => annas.events('presence:leaving').length === 1, 'leaving')
  expect(annas.events('presence:joining').map((event) => [event.data.user_id, event.rev])).toEqual([[ben, 2]])
  expect(annas.events('presence:leaving').map((event) => [event.data.user_id, event.rev])).toEqual([[ben, 3]])
})

it('a closed socket leaves its conversations without being asked', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  bens.socket.close(1001, 'page left')
  expect(await annas.until(() => annas.events('presence:leaving')[0], 'leaving')).toMatchObject({
    data: { user_id: ben },
    rev: 3,
  })
})

it('sockets that vanish without a close are announced when the hub comes back', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  await evictDurableObject(env.MEMBER_HUB.getByName(ben), { webSockets: 'close' })
  await env.MEMBER_HUB.getByName(ben).summary()
  expect(await annas.until(() => annas.events('presence:leaving')[0], 'leaving')).toMatchObject({ data: { user_id: ben } })
})

/** Puts the last frames of all sockets into the past, as if that much time had gone by. */
async function ageSockets(memberId: string, ageMs: number) {
  const hub = env.MEMBER_HUB.getByName(memberId)
  await runInDurableObject(hub, (_, state) => {
    for (const socket of state.getWebSockets())
      socket.serializeAttachment({ ...socket.deserializeAttachment(), acceptedAt: Date.now() - ageMs })
  })
  await evictDurableObject(hub)
}

it('a connection that was silent for 25 s is closed with 4408 and leaves', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  const hub = env.MEMBER_HUB.getByName(ben)
  const due = await eventually(() => runInDurableObject(hub, (_, state) => state.storage.getAlarm()), 'an alarm')
  expect(due - Date.now()).toBeGreaterThan(timings.silenceMs - 5_000)
  expect(due - Date.now()).toBeLessThanOrEqual(timings.silenceMs)
  await ageSockets(ben, timings.silenceMs)
  await runDurableObjectAlarm(hub)
  expect(await bens.closed).toMatchObject({ code: 4408 })
  await annas.until(() => annas.events('presence:leaving')[0], 'leaving')
  expect(await runInDurableObject(hub, (_, state) => state.storage.getAlarm()), 'nothing to reap any more').toBeNull()
})

it('a connection that pings is not silent, though its object slept all the while', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, phone, laptop] = [await connect(anna), await connect(ben), await connect(ben)]
  for (const client of [annas, phone, laptop]) await client.enter(conversation)
  await ageSockets(ben, timings.silenceMs)
  await laptop.heads()
  await runDurableObjectAlarm(env.MEMBER_HUB.getByName(ben))
  expect(await phone.closed).toMatchObject({ code: 4408 })
  await laptop.say(conversation, 'still here')
  await annas.until(() => annas.messages()[0], 'message')
  expect(annas.events('presence:leaving')).toEqual([])
})

it('typing reaches the other member at once and is neither echoed nor stored', async () => {
  const { conversation, anna, ben } = await openPair()
  const channel = channelName.conversation(conversation)
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  const data = { typing: true, ['__proto__']: { polluted: true } }
  expect(await annas.request({ type: 'channel:clientEvent', channel, event: 'client-typing', data })).toMatchObject({
    status: 'success',
  })
  expect(await bens.until(() => bens.events('client-typing')[0], 'typing')).toEqual({
    event: 'client-typing',
    channel,
    from: anna,
    data: { typing: true },
  })
  expect(annas.events('client-typing')).toEqual([])
  expect((await bens.enter(conversation)).head).toBe(0)
})

it('more than ten client events in a second are refused, and no one else notices', async () => {
  const { conversation, anna, ben } = await openPair()
  const channel = channelName.conversation(conversation)
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      annas.request({ type: 'channel:clientEvent', channel, event: 'client-typing', data: n }),
    ),
  )
  const refused = answers.filter((answer) => answer.status === 'error')
  expect(refused.length).toBeGreaterThanOrEqual(30)
  expect(new Set(refused.map((answer) => answer.status === 'error' && answer.code))).toEqual(new Set(['too-many']))
  await bens.until(() => bens.events('client-typing').length >= 10, 'the first ten')
  expect(await bens.say(conversation, 'still here')).toMatchObject({ seq: 1 })
})

it('a client event above 4 KB is refused', async () => {
  const { conversation, anna } = await openPair()
  const annas = await connect(anna)
  await annas.enter(conversation)
  const event = { type: 'channel:clientEvent', channel: channelName.conversation(conversation), event: 'client-typing' }
  expect(await annas.request({ ...event, data: 'é'.repeat(2047) })).toMatchObject({ status: 'success' })
  expect(await annas.request({ ...event, data: 'é'.repeat(2048) })).toMatchObject({ status: 'error', code: 'too-big' })
  expect(await annas.request({ ...event, event: 'typing', data: 1 })).toMatchObject({ status: 'error', code: 'bad-frame' })
})
