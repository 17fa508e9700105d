import { afterEach, beforeEach, expect, it, vi, type Mock } from 'vitest'
import type { ConversationListener } from '#shared/realtime/realtime.tsx'
import { channelName, type JoinData, type WireMessage } from '#shared/realtime/wire.ts'
import { RequestError, type RequestBody } from '../requests.ts'
import { createChannels } from './channels.ts'
import type { Line } from './line.ts'
import { moveBack, moveTo } from './moved-channel.ts'

const chat = channelName.conversation('c1')
const message = (seq: number): WireMessage => ({ epoch: 'e', seq, cid: `cid-${seq}`, from: 'anna', text: `${seq}`, sentAt: seq })

/** A log that both lines read; each records what it is asked. */
function setUp() {
  const log: WireMessage[] = [message(1)]
  const lineOf = () => {
    const asked: string[] = []
    const state = { isOpen: true, refuses: false, isSilent: false }
    const ask = vi.fn(async (body: RequestBody): Promise<unknown> => {
      if (!state.isOpen) throw new RequestError('closed')
      asked.push(body.type === 'channel:join' ? `join ${body.since?.seq ?? '-'}` : body.type)
      if (state.isSilent) return new Promise(() => {})
      if (state.refuses) throw new RequestError('forbidden')
      if (body.type !== 'channel:join') return undefined
      const after = body.since?.seq ?? 0
      const messages = log.filter(({ seq }) => seq > after)
      const head = log.length
      return { epoch: 'e', head, recovered: body.since !== undefined, more: false, messages, marks: [] } satisfies JoinData
    })
    return { asked, state, line: { ask, isOpen: () => state.isOpen, closes: 0 } satisfies Line }
  }
  const [first, direct] = [lineOf(), lineOf()]
  const shown: number[] = []
  const listener: ConversationListener = {
    onMessages: (messages) => shown.push(...messages.map(({ seq }) => seq)),
    onReset: (messages) => shown.push(...messages.map(({ seq }) => seq)),
    onEvent: () => {},
    onRefused: vi.fn(),
  }
  const tokens = { get: vi.fn(async () => 'token'), drop: vi.fn() }
  const channels = createChannels({ ...first.line, tokens, onJoined: () => {}, onRefused: () => {} })
  const arrive = (seq: number) => channels.onEvent({ event: 'message', channel: chat, data: message(seq) })
  const send = (seq: number) => log.push(message(seq))
  return { first, direct, channels, tokens, listener, shown, arrive, send }
}

/** The line over which a request about the channel goes. */
async function lineOf(
  { ask }: ReturnType<typeof createChannels>,
  { line }: { line: { ask: Mock } },
): Promise<'first' | 'direct'> {
  const before = line.ask.mock.calls.length
  await ask({ type: 'channel:clientEvent', channel: chat, event: 'client-typing' }).catch(() => {})
  return line.ask.mock.calls.length > before ? 'direct' : 'first'
}

const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('moves from its cursor, then leaves the first line, and shows what both bring once', async () => {
  const { first, direct, channels, listener, shown, arrive, send, tokens } = setUp()
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  send(2)
  const answer = direct.line.ask.getMockImplementation()!
  direct.line.ask.mockImplementationOnce(async (body) => {
    const data = await answer(body)
    arrive(2)
    return data
  })
  await moveTo(channels, tokens, chat, direct.line)
  arrive(2)
  send(3)
  arrive(3)
  arrive(3)
  await settled()
  expect(shown).toEqual([1, 2, 3])
  expect(direct.asked).toEqual(['join 1'])
  expect(first.asked).toEqual(['join 0', 'channel:leave'])
  expect(await lineOf(channels, direct)).toBe('direct')
})

it('goes back to the first line at once when the other one closes, and misses nothing', async () => {
  const { first, direct, channels, listener, shown, send, tokens } = setUp()
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  await moveTo(channels, tokens, chat, direct.line)
  direct.state.isOpen = false
  send(2)
  moveBack(channels, direct.line)
  await settled()
  expect(shown).toEqual([1, 2])
  expect(first.asked).toEqual(['join 0', 'channel:leave', 'join 1'])
  expect(await lineOf(channels, direct)).toBe('first')
})

it('stays with the first line if the other one closes while it is asked', async () => {
  const { direct, channels, listener, shown, arrive, tokens } = setUp()
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  direct.state.isOpen = false
  const moving = moveTo(channels, tokens, chat, direct.line)
  moveBack(channels, direct.line)
  await moving
  await settled()
  expect(await lineOf(channels, direct)).toBe('first')
  arrive(2)
  expect(shown).toEqual([1, 2])
  expect(listener.onRefused).not.toHaveBeenCalled()
})

it('stays with the first line if the other one refuses it', async () => {
  const { direct, channels, listener, shown, arrive, tokens } = setUp()
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  direct.state.refuses = true
  expect(await moveTo(channels, tokens, chat, direct.line)).toBe('away')
  expect(listener.onRefused).not.toHaveBeenCalled()
  arrive(2)
  expect(shown).toEqual([1, 2])
  expect(await lineOf(channels, direct)).toBe('first')
})

it('leaves a later refusal to the other line’s owner: the conversation goes on', async () => {
  const { direct, channels, listener, shown, arrive, tokens } = setUp()
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  const refused = vi.fn((_isUnauthorized: boolean) => moveBack(channels, line))
  const line: Line = { ...direct.line, refused }
  expect(await moveTo(channels, tokens, chat, line)).toBe('moved')
  direct.state.refuses = true
  arrive(3)
  await settled()
  expect(refused).toHaveBeenCalledExactlyOnceWith(false)
  expect(listener.onRefused).not.toHaveBeenCalled()
  arrive(2)
  expect(shown).toEqual([1, 2])
})

it.each(['the other line', 'the token'])(
  'shows what the first line brings while %s is waited for, at most 4 s',
  async (awaited) => {
    const { first, direct, channels, tokens, listener, shown, arrive } = setUp()
    channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
    await settled()
    if (awaited === 'the token') tokens.get.mockReturnValue(new Promise(() => {}))
    direct.state.isSilent = true
    const moving = moveTo(channels, tokens, chat, direct.line)
    await settled()
    arrive(2)
    expect(shown).toEqual([1, 2])
    expect(await lineOf(channels, direct)).toBe('first')
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await moving).toBe('away')
    arrive(3)
    expect(shown).toEqual([1, 2, 3])
    expect(first.asked).not.toContain('channel:leave')
  },
)

it('says that the session is not the other line’s, and drops its token', async () => {
  const { direct, channels, tokens, listener } = setUp()
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  direct.line.ask.mockRejectedValueOnce(new RequestError('unauthorized'))
  expect(await moveTo(channels, tokens, chat, direct.line)).toBe('unauthorized')
  expect(tokens.drop).toHaveBeenCalledExactlyOnceWith('token')
})

it('sends nothing while it goes back: the first line would refuse it before it is joined there', async () => {
  const { first, direct, channels, listener, tokens } = setUp()
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  await moveTo(channels, tokens, chat, direct.line)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  first.line.ask.mockReturnValueOnce(promise)
  const before = first.line.ask.mock.calls.length
  direct.state.isOpen = false
  moveBack(channels, direct.line)
  await settled()
  const send = () => channels.ask({ type: 'message:send', channel: chat, cid: 'cid-2', text: 'two' })
  await expect(send()).rejects.toMatchObject({ code: 'closed' })
  expect(first.line.ask.mock.calls.slice(before).map(([{ type }]) => type)).toEqual(['channel:join'])
  resolve({ epoch: 'e', head: 1, recovered: true, more: false, messages: [], marks: [] })
  await settled()
  await send()
  expect(first.asked.at(-1)).toBe('message:send')
})

it('asks over the other line while that brings what was missed', async () => {
  const { direct, channels, listener, arrive, tokens } = setUp()
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  await moveTo(channels, tokens, chat, direct.line)
  direct.line.ask.mockReturnValueOnce(new Promise(() => {}))
  arrive(3)
  await settled()
  expect(await lineOf(channels, direct)).toBe('direct')
})

it('leaves the other line if the page has left the conversation meanwhile', async () => {
  const { direct, channels, tokens, listener } = setUp()
  const leave = channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  const moving = moveTo(channels, tokens, chat, direct.line)
  leave()
  await moving
  await settled()
  expect(direct.asked).toEqual(['join 1', 'channel:leave'])
})

it('stays on the other line while the first one is away, and is not joined there again', async () => {
  const { first, direct, channels, listener, shown, arrive, tokens } = setUp()
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  await moveTo(channels, tokens, chat, direct.line)
  first.state.isOpen = false
  channels.onClose()
  arrive(2)
  expect(shown).toEqual([1, 2])
  first.state.isOpen = true
  await channels.rejoin()
  expect(first.asked).toEqual(['join 0', 'channel:leave'])
})

it('waits for the first line when both have closed', async () => {
  const { first, direct, channels, listener, shown, send, tokens } = setUp()
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  await moveTo(channels, tokens, chat, direct.line)
  for (const { state } of [first, direct]) state.isOpen = false
  channels.onClose()
  moveBack(channels, direct.line)
  send(2)
  first.state.isOpen = true
  await channels.rejoin()
  expect(shown).toEqual([1, 2])
})
