import { env } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readHistory } from '#features/chat/server/public.ts'
import { issueRealtimeToken } from '#features/auth/session/server/public.ts'
import { channelName, limits, timings } from '#shared/realtime/wire.ts'
import { randomFrames } from '#test/support/random-frames.ts'
import { isFullLength } from '#test/support/worker/full-length.ts'
import { connectPoll, poll, pollJson, PollClient } from '#test/support/worker/poll-client.ts'
import { connect, newId, openPair, RealtimeClient, type LineClient } from '#test/support/worker/realtime-client.ts'

const transports = [
  ['WebSocket', (member: string) => connect(member)],
  ['polling', (member: string) => connectPoll(member)],
] as const

/** Over both transports together. */
const randomFrameCount = isFullLength ? 10_000 : 4_800

const uncaught = vi.fn()
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(uncaught)
})
afterEach(() => {
  expect(uncaught.mock.calls, 'nothing uncaught in the log').toEqual([])
  uncaught.mockClear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Answers to frames that name no request carry this id. */
const noId = -1

/** Ben attacks; Anna, in the same conversation, must not notice. */
async function setUp(open: (member: string) => Promise<LineClient>) {
  const { conversation, anna, ben } = await openPair()
  const [bystander, attacker] = [await connect(anna), await open(ben)]
  for (const client of [bystander, attacker]) await client.enter(conversation)
  await bystander.until(() => bystander.events('presence:joining')[0], 'the attacker’s coming')
  return { conversation, anna, ben, bystander, attacker, channel: channelName.conversation(conversation) }
}

async function leave(client: LineClient): Promise<void> {
  if (client instanceof PollClient) await client.goAway()
  else if (client instanceof RealtimeClient) client.socket.close(1000)
}

const errors = (client: LineClient) => client.frames.filter((frame) => 'id' in frame && frame.status === 'error')

describe.each(transports)('over %s', (name, open) => {
  it('each unreadable frame is answered with its own error', async () => {
    const { attacker, bystander, conversation, channel } = await setUp(open)
    const deep = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`)
    const send = { type: 'message:send', channel, cid: newId(), text: 'x' }
    const cases: [unknown, { id: number; code: string }][] = [
      [null, { id: noId, code: 'bad-frame' }],
      [[], { id: noId, code: 'bad-frame' }],
      [17, { id: noId, code: 'bad-frame' }],
      [deep, { id: noId, code: 'bad-frame' }],
      [
        { ...send, id: 50, type: 'channel:unknown' },
        { id: 50, code: 'bad-frame' },
      ],
      [
        { ...send, id: 51, type: '__proto__' },
        { id: 51, code: 'bad-frame' },
      ],
      [
        { ...send, id: 52, replyTo: deep },
        { id: 52, code: 'bad-frame' },
      ],
      [
        { ...send, id: -53 },
        { id: noId, code: 'bad-frame' },
      ],
      [
        { ...send, id: 0.5 },
        { id: noId, code: 'bad-frame' },
      ],
      [
        { ...send, id: 55, text: ['x'] },
        { id: 55, code: 'bad-frame' },
      ],
      [
        { ...send, id: 56, channel: channelName.conversation(newId()) },
        { id: 56, code: 'not-joined' },
      ],
      [
        { ...send, id: 57, channel: '__proto__' },
        { id: 57, code: 'not-joined' },
      ],
      [
        { id: 58, type: 'channel:clientEvent', channel, event: 'client-x', data: 'x'.repeat(4096) },
        { id: 58, code: 'too-big' },
      ],
      [
        { ...send, id: 59, padding: 'x'.repeat(65 * 1024) },
        { id: noId, code: 'too-big' },
      ],
    ]
    for (const [frame, expected] of cases) {
      const before = errors(attacker).length
      attacker.sendRaw(JSON.stringify(frame))
      expect(await attacker.until(() => errors(attacker)[before], JSON.stringify(frame).slice(0, 80))).toMatchObject(expected)
    }
    expect(await bystander.say(conversation, 'fine')).toMatchObject({ seq: 1 })
    await attacker.until(() => attacker.messages()[0], 'the message')
    await leave(attacker)
  })

  it('a prototype in a frame changes no object’s', async () => {
    const { attacker, bystander, channel } = await setUp(open)
    const poison = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'
    attacker.sendRaw(
      `{${poison},"id":60,"type":"channel:clientEvent","channel":"${channel}","event":"client-x","data":{${poison}}}`,
    )
    expect(await attacker.answerTo(60)).toMatchObject({ status: 'success' })
    const { data } = await bystander.until(() => bystander.events('client-x')[0], 'the event')
    expect(Object.keys(data as object)).toEqual(['constructor'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    await leave(attacker)
  })

  it('an expired token joins nothing, and the connection goes on', async () => {
    const { attacker, bystander, conversation, channel } = await setUp(open)
    const { memberId: sub, sid } = attacker
    const token = await issueRealtimeToken(env, { sub, sid }, Date.now() - timings.accessTokenMs - 1_000)
    const refused = { status: 'error', code: 'unauthorized' }
    expect(await attacker.request({ type: 'channel:join', channel, auth: { token } })).toMatchObject(refused)
    expect(await attacker.request({ type: 'channel:leave', channel, auth: { token } })).toMatchObject(refused)
    expect(await attacker.say(conversation, 'still here')).toMatchObject({ seq: 1 })
    expect(bystander.events('presence:leaving')).toEqual([])
    await leave(attacker)
  })

  it('fifty client events in a second: ten pass, the rest is refused, the connection stays', async () => {
    const { attacker, bystander, conversation, channel } = await setUp(open)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 })
    const event = (id: number) => ({ id, type: 'channel:clientEvent', channel, event: 'client-x', data: id })
    const ids = Array.from({ length: 50 }, (_, n) => 100 + n)
    if (attacker instanceof PollClient) attacker.sendFrames(ids.map(event))
    else for (const id of ids) attacker.sendRaw(JSON.stringify(event(id)))
    const answers = await Promise.all(ids.map((id) => attacker.answerTo(id)))
    expect(answers.filter(({ status }) => status === 'success')).toHaveLength(10)
    expect(answers.filter((answer) => answer.status === 'error' && answer.code === 'too-many')).toHaveLength(40)
    await bystander.until(() => bystander.events('client-x').length === 10, 'ten events')
    expect(await bystander.say(conversation, 'fine')).toMatchObject({ seq: 1 })
    await leave(attacker)
  })

  it('twenty unreadable frames end the connection with 1008, and one far above the limit does', async () => {
    const first = await setUp(open)
    for (let n = 0; n < 20; n += 1) first.attacker.sendRaw('"nonsense"')
    expect(await first.attacker.closed).toMatchObject({ code: 1008 })
    await first.bystander.until(() => first.bystander.events('presence:leaving')[0], 'leaving')
    if (name === 'polling') return
    const second = await setUp(open)
    second.attacker.sendRaw(`"${'x'.repeat(2 * 1024 * 1024)}"`)
    expect(await second.attacker.closed).toMatchObject({ code: 1009 })
    expect(await second.bystander.say(second.conversation, 'fine')).toMatchObject({ seq: 1 })
  })

  it('thousands of random frames: a bystander’s connection goes on, and the order holds', async () => {
    const { conversation, anna, ben, bystander, channel } = await setUp(async (member) => connect(member))
    const foreign = await openPair()
    const sid = newId()
    const channels = [channel, channel, channel, channelName.member(ben), channelName.conversation(foreign.conversation), 'x']
    const token = await issueRealtimeToken(env, { sub: ben, sid }, Date.now() + 30 * 60_000)
    const next = randomFrames(20_000 + name.length, { channels, token, newCid: newId })
    const open = () => (name === 'polling' ? connectPoll(ben, sid) : connect(ben, sid))
    const begins = Date.now()
    const lines = Array.from({ length: 4 }, () => ({ client: open(), isClosed: false }))
    const batch = 40
    const rounds = randomFrameCount / transports.length / batch / lines.length
    let closings = 0
    for (let round = 0; round < rounds; round += 1) {
      // Ten seconds for each round, so that the member's limits have room again.
      vi.useFakeTimers({ toFake: ['Date'], now: begins + 12_000 + round * 10_000 })
      const attacks = lines.map(async (line) => {
        if (line.isClosed) Object.assign(line, { client: open(), isClosed: false })
        const client = await line.client
        const marker = 1_000_000 + round
        const entry = JSON.stringify({ id: marker + rounds, type: 'channel:join', channel, auth: { token } })
        const last = JSON.stringify({ id: marker, type: 'channel:leave', channel: 'x', auth: { token } })
        sendAll(client, [entry, ...Array.from({ length: batch }, next), last])
        line.isClosed = await Promise.race([client.answerTo(marker).then(() => false), client.closed.then(() => true)])
        if (line.isClosed) closings += 1
      })
      // The bystander answers while the other attacks, so by a running clock she is not silent.
      const leaving = bystander.request({ type: 'channel:leave', channel: 'x', auth: { token: 'x' } })
      await Promise.all(attacks)
      expect(await leaving).toMatchObject({ code: 'forbidden' })
    }
    expect(closings, 'most of it was unreadable').toBeGreaterThan(0.003 * randomFrameCount)
    const said = await bystander.say(conversation, 'what was that?')
    await bystander.until(() => bystander.messages().at(-1)?.seq === said.seq, 'the own message')
    const heard = bystander.messages()
    expect(heard.length, "what the member's limit let through of it").toBeGreaterThan(0.015 * randomFrameCount)
    expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, index) => index + 1))
    const page = (await readHistory(env, conversation, anna))?.page
    expect(page?.messages).toEqual(heard.slice(-(page?.messages.length ?? 0)))
    expect((await readHistory(env, foreign.conversation, foreign.anna))?.page?.head).toBe(0)
    for (const { client, isClosed } of lines) if (!isClosed) await leave(await client)
  }, 240_000)
})

/** Polling carries only JSON of a frame; other frames go as text, as a careless client might send them. */
function sendAll(client: LineClient, frames: readonly string[]): void {
  if (client instanceof PollClient) client.sendFrames(frames.map(toJson))
  else for (const frame of frames) client.sendRaw(frame)
}

function toJson(frame: string): unknown {
  try {
    return JSON.parse(frame)
  } catch {
    return frame
  }
}

describe('poll calls', () => {
  const who = () => ({ memberId: newId(), sid: newId() })

  it('that cannot be read are refused, and the queue does not notice', async () => {
    const person = who()
    const { poll: id } = await pollJson(person, { ack: 0 })
    const statusOf = async (body: unknown) => (await poll(person, typeof body === 'string' ? body : JSON.stringify(body))).status
    for (const body of ['', 'nonsense', '{"poll":', 'null', '[]', '"ping"'])
      expect(await statusOf(body), body).toBe(body === '' ? 200 : 400)
    const frames: unknown[] = []
    for (const ack of [-1, 0.5, 1e300, 2 ** 53, '1', null, [], true])
      expect(await statusOf({ poll: id, ack, frames }), `${ack}`).toBe(422)
    for (const name of ['', 'a b', '../x', 'x'.repeat(65), 7, null, {}, ['x']])
      expect(await statusOf({ poll: name, ack: 0, frames }), `${name}`).toBe(422)
    for (const bad of ['ping', {}, null, 7]) expect(await statusOf({ poll: id, ack: 0, frames: bad })).toBe(422)
    expect(await statusOf({ poll: id, ack: 0, frames, close: 'yes' })).toBe(422)
    expect(await statusOf(`{"__proto__":{"poll":"x"},"poll":"${id}","ack":0,"frames":["ping"]}`)).toBe(200)
    const tooBig = JSON.stringify({ poll: id, ack: 0, frames: ['x'.repeat(limits.pollCallBytes)] })
    expect(await statusOf(tooBig)).toBe(413)
    expect(await statusOf(`"${'x'.repeat(33 * 1024 * 1024)}"`)).toBe(413)
    expect((await pollJson(person, { poll: id, ack: 1, frames: ['ping'] })).frames).toMatchObject([{ n: 2 }])
  })

  it('that acknowledge what was never sent end their queue with 1008, and only that', async () => {
    const { conversation, bystander } = await setUp((member) => connect(member))
    const person = { memberId: bystander.memberId, sid: bystander.sid }
    const { poll: id } = await pollJson(person, { ack: 0 })
    expect(await pollJson(person, { poll: id, ack: 1 })).toMatchObject({ frames: [], closed: { code: 1008 } })
    expect(await pollJson(person, { poll: id, ack: 0 })).toMatchObject({ frames: [], closed: { code: 1008 } })
    expect(await bystander.say(conversation, 'fine')).toMatchObject({ seq: 1 })
  })

  it('that name somebody else’s queue learn and change nothing', async () => {
    const { attacker, bystander, conversation, channel } = await setUp((member) => connectPoll(member))
    if (!(attacker instanceof PollClient)) throw new Error('polling expected')
    const thief = who()
    const frames = [{ id: 1, type: 'channel:leave', channel, auth: { token: await attacker.token() } }]
    const stolen = { poll: attacker.poll, ack: attacker.ack, frames }
    for (const person of [thief, { memberId: attacker.memberId, sid: newId() }]) {
      expect(await pollJson(person, stolen)).toMatchObject({ frames: [], closed: { code: 1012 } })
      expect(await pollJson(person, { poll: attacker.poll, ack: 0, close: true })).toMatchObject({ closed: { code: 1012 } })
    }
    await bystander.say(conversation, 'hello')
    await attacker.until(() => attacker.messages()[0], 'the message')
    expect(bystander.events('presence:leaving')).toEqual([])
    await attacker.goAway()
  })

  it('from another site are refused before anything is looked at', async () => {
    const person = who()
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'none' },
    ]
    for (const headers of foreign) expect((await poll(person, { ack: 0 }, headers)).status).toBe(403)
  })

  it('with a token that expired are a guest’s', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - timings.accessTokenMs - 60_000 })
    const { issueAccessToken } = await import('#features/auth/session/server/tokens/access-token.ts')
    const token = await issueAccessToken(env, { sub: newId(), sid: newId(), kind: 'member' }, Date.now())
    vi.useRealTimers()
    const response = await poll(null, { ack: 0 }, { authorization: `Bearer ${token}` })
    expect(await response.json()).toMatchObject({ frames: [], closed: { code: 4401 } })
  })
})
