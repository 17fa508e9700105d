import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, expect, it, vi } from 'vitest'
import { readHistory } from '#features/chat/server/public.ts'
import { pollAnswerCharacters, pollQueueBounds } from '#objects/member-hub/rules.ts'
import { readSummary } from '#features/member-hub/server/public.ts'
import { issueRealtimeToken } from '#features/auth/session/server/public.ts'
import { readRestartWait } from '#shared/realtime/restart-wait.ts'
import { channelName, timings, type PollAnswer } from '#shared/realtime/wire.ts'
import { cipher, connectPoll, poll, pollJson } from '#test/support/worker/poll-client.ts'
import { connect, eventually, newId, openPair } from '#test/support/worker/realtime-client.ts'

afterEach(() => void vi.useRealTimers())

const newPerson = () => ({ memberId: newId(), sid: newId() })
const tokenOf = ({ memberId, sid }: { memberId: string; sid: string }) =>
  issueRealtimeToken(env, { sub: memberId, sid }, Date.now())

/** Opens a queue that only the test reads. */
async function openQueue(memberId = newId()) {
  const who = { memberId, sid: newId() }
  const { poll: id } = await pollJson(who, { ack: 0 })
  return { who, id, call: (ack: number, ...frames: unknown[]) => pollJson(who, { poll: id, ack, frames }) }
}
const joinOf = async (who: { memberId: string; sid: string }, id: number, conversation: string) => ({
  id,
  type: 'channel:join',
  channel: channelName.conversation(conversation),
  auth: { token: await tokenOf(who) },
})
const numbers = ({ frames }: PollAnswer) => frames.map(({ n }) => n)

it('two people talk over polling as over a WebSocket, without a visible difference', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens, phone] = [await connectPoll(anna), await connectPoll(ben), await connect(ben)]
  await annas.enter(conversation)
  for (const client of [bens, phone]) await client.enter(conversation)
  expect(await annas.until(() => annas.events('presence:joining')[0], 'joining')).toMatchObject({ data: { user_id: ben } })
  for (let n = 1; n <= 5; n += 1) expect(await annas.say(conversation, `Привіт ${n} 🧶`)).toMatchObject({ seq: n })
  expect(await bens.say(conversation, 'and back')).toMatchObject({ seq: 6 })
  for (const client of [annas, bens, phone]) {
    await client.until(() => client.messages().length === 6, 'six messages')
    expect(client.messages().map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(client.messages().at(-1)).toMatchObject({ text: 'and back', from: ben })
    expect(client.messages()[0]).toMatchObject({ text: 'Привіт 1 🧶' })
  }
  await annas.request({ type: 'channel:clientEvent', channel: channelName.conversation(conversation), event: 'client-typing' })
  await bens.until(() => bens.events('client-typing')[0], 'typing')
  expect(await bens.heads()).toEqual({ [channelName.conversation(conversation)]: 6 })
  expect((await readHistory(env, conversation, anna))?.page?.messages[0]?.text).toBe('Привіт 1 🧶')
  for (const client of [annas, bens]) await client.goAway()
})

it('texts travel as ciphers in both directions: messages, joins, previews and notifications', async () => {
  const { conversation, anna, ben } = await openPair()
  const secret = 'nobody reads this over a shoulder'
  const { who, call } = await openQueue(anna)
  const own = { id: 3, type: 'channel:join', channel: channelName.member(anna), auth: { token: await tokenOf(who) } }
  await call(0, await joinOf(who, 1, conversation), own)
  const bens = await connect(ben)
  await bens.enter(conversation)
  await bens.say(conversation, secret)
  const send = { type: 'message:send', channel: channelName.conversation(conversation), cid: newId() }
  const bodies = [JSON.stringify(await call(0, { id: 2, ...send, cipher: await cipher.encrypt(`${secret}, too`) }))]
  await bens.until(() => bens.messages().length === 2, 'both messages')
  expect(bens.messages()[1]).toMatchObject({ text: `${secret}, too` })
  bodies.push(JSON.stringify(await call(0, await joinOf(who, 4, conversation), { ...own, id: 5 })))
  for (const body of bodies) {
    expect(body).not.toContain('nobody')
    expect(body).not.toContain('"text":')
    expect(body).toContain('"cipher"')
  }
  expect(bodies[1]).not.toContain('"preview":')
})

it('a cipher that cannot be read is a bad frame and is not sent', async () => {
  const { conversation, anna } = await openPair()
  const { who, call } = await openQueue(anna)
  const send = { type: 'message:send', channel: channelName.conversation(conversation), cid: newId(), text: 'beside' }
  const written = await cipher.encrypt('hello')
  const forged = (written.startsWith('A') ? 'B' : 'A') + written.slice(1)
  expect([await cipher.decrypt(written), await cipher.decrypt(forged)]).toEqual(['hello', null])
  const { frames } = await call(
    0,
    await joinOf(who, 1, conversation),
    { id: 2, ...send, cipher: forged },
    { id: 3, ...send, cipher: 7 },
  )
  const answers = frames.map(({ frame }) => frame).filter((frame) => 'id' in frame && frame.id > 1)
  expect(answers).toMatchObject([
    { id: 2, code: 'bad-frame' },
    { id: 3, code: 'bad-frame' },
  ])
  expect((await readHistory(env, conversation, anna))?.page?.head).toBe(0)
})

it('frames are numbered from 1 and sent again until they are acknowledged', async () => {
  const { conversation, anna } = await openPair()
  const { who, call } = await openQueue(anna)
  const first = await call(0, await joinOf(who, 1, conversation))
  expect(numbers(first)).toEqual([1, 2])
  const again = await call(0)
  expect(again).toEqual(first)
  expect(await call(1, 'ping')).toMatchObject({ frames: [{ n: 2 }, { n: 3, frame: { event: 'pong' } }] })
  expect(numbers(await call(3, 'ping'))).toEqual([4])
})

it('a request that comes twice on a queue is run once', async () => {
  const { conversation, anna } = await openPair()
  const { who, call } = await openQueue(anna)
  const send = async (id: number, text: string) => ({
    id,
    type: 'message:send',
    channel: channelName.conversation(conversation),
    cid: newId(),
    cipher: await cipher.encrypt(text),
  })
  await call(0, await joinOf(who, 1, conversation))
  const said = await send(2, 'once')
  const first = await call(2, said)
  await call(2, { ...said, cid: newId() }, await send(3, 'next'))
  const answered = await call(2, { ...said, cid: newId() })
  expect(first.frames.some(({ frame }) => 'id' in frame && frame.id === 2)).toBe(true)
  expect(answered.frames.filter(({ frame }) => 'id' in frame && frame.id === 2)).toHaveLength(1)
  await eventually(async () => (await readHistory(env, conversation, anna))?.page?.head === 2, 'two messages')
})

it('a call without news is held until a frame comes', async () => {
  const { conversation, anna, ben } = await openPair()
  const { who, call } = await openQueue(anna)
  await call(0, await joinOf(who, 1, conversation))
  let isAnswered = false
  const held = call(2).then((answer) => ((isAnswered = true), answer))
  const bens = await connect(ben)
  await bens.request({ type: 'none' })
  expect(isAnswered).toBe(false)
  await bens.enter(conversation)
  expect((await held).frames).toMatchObject([{ n: 3, frame: { event: 'presence:joining' } }])
})

it('a held call is answered empty after ten seconds', async () => {
  const { call } = await openQueue()
  const began = Date.now()
  expect(await call(0)).toMatchObject({ frames: [] })
  expect(Date.now() - began).toBeGreaterThanOrEqual(timings.pollHoldMs - 50)
  expect(Date.now() - began).toBeLessThan(timings.pollHoldMs + 4_000)
}, 20_000)

it('a newer call takes the place of a held one, which is answered empty', async () => {
  const { conversation, anna } = await openPair()
  const { who, id, call } = await openQueue(anna)
  // Sent straight to the hub, where it arrives before a call that the edge has to read first.
  const held = env.MEMBER_HUB.getByName(who.memberId).poll(who.sid, { poll: id, ack: 0, frames: [] })
  const newer = await call(0, await joinOf(who, 1, conversation))
  expect(await held).toMatchObject({ frames: [] })
  expect(numbers(newer)).toEqual([1, 2])
})

it('a queue belongs to the session that opened it; to others, and after the object’s sleep, it is unknown (1012)', async () => {
  const { who, id, call } = await openQueue()
  const unknown = { frames: [], closed: { code: 1012, reason: expect.stringMatching(/^wait \d+ ms$/) } }
  expect(await pollJson({ ...who, sid: newId() }, { poll: id, ack: 0, frames: ['ping'] })).toMatchObject(unknown)
  expect(await pollJson(newPerson(), { poll: id, ack: 0, frames: ['ping'] })).toMatchObject(unknown)
  expect(await pollJson(who, { poll: 'made-up', ack: 0 })).toMatchObject(unknown)
  expect(numbers(await call(0, 'ping'))).toEqual([1])
  await evictDurableObject(env.MEMBER_HUB.getByName(who.memberId))
  expect(await call(1)).toMatchObject(unknown)
})

it('each client of a queue that is gone gets a wait of its own, of 30 s at most', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => pollJson(newPerson(), { poll: 'before-a-deployment', ack: 0 })),
  )
  const waits = answers.map(({ closed }) => readRestartWait(closed?.reason ?? '') ?? -1)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_000)
  expect(new Set(waits).size).toBeGreaterThan(6)
})

it('guests are told to sign in, and another site is refused', async () => {
  expect(await pollJson(null, { ack: 0 })).toMatchObject({ frames: [], closed: { code: 4401 } })
  expect((await poll(newPerson(), { ack: 0 }, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await poll(newPerson(), { ack: 0 }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

it('whoever leaves says so, and is gone for the others at once', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connectPoll(ben)]
  for (const client of [annas, bens]) await client.enter(conversation)
  await bens.goAway()
  expect(await annas.until(() => annas.events('presence:leaving')[0], 'leaving')).toMatchObject({ data: { user_id: ben } })
})

it('a queue without a call for 25 s is closed with 4408 and leaves', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await openQueue(ben)]
  await annas.enter(conversation)
  await bens.call(0, await joinOf(bens.who, 1, conversation))
  const hub = env.MEMBER_HUB.getByName(ben)
  const due = await eventually(() => runInDurableObject(hub, (_, state) => state.storage.getAlarm()), 'an alarm')
  expect(due - Date.now()).toBeGreaterThan(timings.silenceMs - 5_000)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + timings.silenceMs })
  await runDurableObjectAlarm(hub)
  await annas.until(() => annas.events('presence:leaving')[0], 'leaving')
  expect(await bens.call(0)).toMatchObject({ frames: [], closed: { code: 4408 } })
  expect(await runInDurableObject(hub, (_, state) => state.storage.getAlarm()), 'nothing to reap any more').toBeNull()
})

it('a queue that is called goes on, whatever else is silent', async () => {
  const { call, who } = await openQueue()
  const ghost = await pollJson(who, { ack: 0 })
  const hub = env.MEMBER_HUB.getByName(who.memberId)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + timings.silenceMs })
  await call(0, 'ping')
  await runDurableObjectAlarm(hub)
  expect(await pollJson(who, { poll: ghost.poll, ack: 0 })).toMatchObject({ closed: { code: 4408 } })
  expect(numbers(await call(1, 'ping'))).toEqual([2])
})

it('a queue that grows and grows is closed with 4429, leaves, and counts for nothing', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await openQueue(ben)]
  await annas.enter(conversation)
  await bens.call(0, await joinOf(bens.who, 1, conversation))
  const hub = env.MEMBER_HUB.getByName(ben)
  const event = { conversation, event: 'client-flood' as const, from: anna, dataJson: '0' }
  await Promise.all(Array.from({ length: pollQueueBounds.frames }, () => hub.clientEvent(event)))
  expect(await bens.call(0)).toMatchObject({ frames: [], closed: { code: 4429 } })
  await annas.until(() => annas.events('presence:leaving')[0], 'leaving')
  await annas.say(conversation, 'are you there?')
  await eventually(async () => (await readSummary(env, ben))?.unread === 1, 'unread')
})

it('more in a queue than fits into one answer comes in several, in order', async () => {
  const { conversation, anna, ben } = await openPair()
  const { who, call } = await openQueue(ben)
  await call(0, await joinOf(who, 1, conversation))
  const hub = env.MEMBER_HUB.getByName(ben)
  const dataJson = JSON.stringify('x'.repeat(4000))
  for (let n = 0; n < 300; n += 1) await hub.clientEvent({ conversation, event: 'client-big', from: anna, dataJson })
  const seen: number[] = []
  let calls = 0
  while ((seen.at(-1) ?? 0) < 302) {
    const text = await (await poll(who, { poll: (await call(seen.at(-1) ?? 0)).poll, ack: seen.at(-1) ?? 0 })).text()
    expect(text.length).toBeLessThan(pollAnswerCharacters + 64 * 1024)
    seen.push(...numbers(JSON.parse(text)))
    calls += 1
  }
  expect(seen).toEqual(Array.from({ length: 302 }, (_, n) => n + 1))
  expect(calls).toBe(3)
})

it('the 33rd connection of a member is told to wait (4429), whichever transport the others use', async () => {
  const who = newPerson()
  for (let n = 0; n < 16; n += 1) await connect(who.memberId, who.sid)
  for (let n = 0; n < 16; n += 1) expect((await pollJson(who, { ack: 0 })).closed).toBeUndefined()
  expect(await pollJson(who, { ack: 0 })).toMatchObject({ closed: { code: 4429 } })
})
