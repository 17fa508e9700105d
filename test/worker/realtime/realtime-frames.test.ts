import { afterEach, expect, it, vi } from 'vitest'
import { channelName, limits, serverLimits } from '#shared/realtime/wire.ts'
import { connect, newId, openPair, type RealtimeClient } from '#test/support/worker/realtime-client.ts'

afterEach(() => void vi.useRealTimers())

/** Answers to frames that name no request carry this id. */
const noId = -1

async function refusal(client: RealtimeClient, frame: string | ArrayBuffer) {
  const answers = () => client.frames.filter((received) => 'id' in received && received.status === 'error')
  const before = answers().length
  client.sendRaw(frame)
  return client.until(() => answers()[before], 'an answer')
}

it('an unreadable frame is answered, and the connection goes on', async () => {
  const { conversation, anna } = await openPair()
  const annas = await connect(anna)
  await annas.enter(conversation)
  const channel = channelName.conversation(conversation)
  const bad: (string | ArrayBuffer)[] = [
    '',
    'nonsense',
    'null',
    '[]',
    '{"id":',
    '"ping"',
    `{"__proto__":{"type":"channel:join"}}`,
    `${'['.repeat(1000)}${']'.repeat(1000)}`,
    new ArrayBuffer(2),
  ]
  for (const frame of bad) expect(await refusal(annas, frame)).toMatchObject({ id: noId, status: 'error', code: 'bad-frame' })
  const named = [
    { id: 70, type: 'channel:unknown', channel },
    { id: 71, type: 'channel:join', channel },
    { id: 72, type: 'message:send', channel, cid: newId(), text: ' ' },
    { id: 73, type: 'message:send', channel, cid: newId(), text: 'x'.repeat(2001) },
    { id: 74, type: 'message:send', channel, cid: 'short', text: 'x' },
  ]
  for (const frame of named)
    expect(await refusal(annas, JSON.stringify(frame))).toMatchObject({ id: frame.id, status: 'error', code: 'bad-frame' })
  expect(await annas.say(conversation, 'fine')).toMatchObject({ seq: 1 })
})

it('a frame may have 64 KB and no byte more', async () => {
  const annas = await connect(newId())
  const fill = (bytes: number) => {
    const frame = (text: string) => JSON.stringify({ id: 1, type: 'unknown', text })
    const free = bytes - frame('').length
    return frame(`${'é'.repeat(Math.floor(free / 2))}${'e'.repeat(free % 2)}`)
  }
  expect(new TextEncoder().encode(fill(limits.frameBytes)).byteLength).toBe(limits.frameBytes)
  expect(await refusal(annas, fill(limits.frameBytes))).toMatchObject({ id: 1, code: 'bad-frame' })
  expect(await refusal(annas, fill(limits.frameBytes + 1))).toMatchObject({ id: noId, code: 'too-big' })
})

it('deeply nested data is passed on or refused, but breaks nothing', async () => {
  const { conversation, anna, ben } = await openPair()
  const [annas, bens] = [await connect(anna), await connect(ben)]
  await annas.enter(conversation)
  await bens.enter(conversation)
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const event = (id: number, data: string) =>
    `{"id":${id},"type":"channel:clientEvent","channel":"${channelName.conversation(conversation)}","event":"client-x","data":${data}}`
  annas.sendRaw(event(50, nested(1000)))
  expect(await annas.answerTo(50)).toMatchObject({ status: 'success' })
  annas.sendRaw(event(51, nested(30_000)))
  expect(await annas.answerTo(51)).toMatchObject({ status: 'error' })
  await bens.until(() => bens.events('client-x')[0], 'the event')
  expect(await bens.say(conversation, 'fine')).toMatchObject({ seq: 1 })
})

it('a connection that sends one unreadable frame after the other is closed with 1008', async () => {
  const annas = await connect(newId())
  for (let n = 0; n < 20; n += 1) annas.sendRaw('nonsense')
  expect(await annas.closed).toMatchObject({ code: 1008 })
})

it('requests that wait for each other in one connection keep their order', async () => {
  const { conversation, anna } = await openPair()
  const annas = await connect(anna)
  const channel = channelName.conversation(conversation)
  const auth = { token: await annas.token() }
  // Sent in one go, without waiting: the join must be over when the message's turn comes.
  annas.sendRaw(JSON.stringify({ id: 90, type: 'channel:join', channel, auth }))
  for (let n = 0; n < 20; n += 1)
    annas.sendRaw(JSON.stringify({ id: 100 + n, type: 'message:send', channel, cid: newId(), text: `m${n}` }))
  annas.sendRaw(JSON.stringify({ id: 91, type: 'channel:leave', channel, auth }))
  for (let n = 0; n < 20; n += 1) expect(await annas.answerTo(100 + n)).toMatchObject({ status: 'success', data: { seq: n + 1 } })
  expect(await annas.answerTo(91)).toMatchObject({ status: 'success' })
})

it('a member who pours requests in over two connections is held to 200 a second, and goes on afterwards', async () => {
  const { conversation, anna } = await openPair()
  const lines = [await connect(anna), await connect(anna)]
  for (const line of lines) await line.enter(conversation)
  // All in one second of its own, however slow the machine is.
  const second = Date.now() + 2000
  vi.useFakeTimers({ toFake: ['Date'], now: second })
  const each = serverLimits.requestsPerSecond / 2 + 10
  const ids = Array.from({ length: each }, (_, n) => 1000 + n)
  for (const id of ids)
    for (const line of lines) line.sendRaw(JSON.stringify({ id, type: 'channel:leave', channel: 'x', auth: { token: 'x' } }))
  const answers = await Promise.all(lines.flatMap((line) => ids.map((id) => line.answerTo(id))))
  const codes = answers.map((answer) => (answer.status === 'error' ? answer.code : 'success'))
  expect(codes.filter((code) => code === 'forbidden')).toHaveLength(serverLimits.requestsPerSecond)
  expect(
    answers.filter((answer) => answer.status === 'error' && answer.code === 'too-many' && answer.retryAfterS === 1),
  ).toHaveLength(20)
  vi.setSystemTime(second + 1000)
  expect(await lines[0]?.say(conversation, 'fine')).toMatchObject({ seq: 1 })
})
