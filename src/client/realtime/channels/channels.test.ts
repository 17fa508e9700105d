import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ConversationListener } from '#shared/realtime/realtime.tsx'
import { channelName, type JoinData, type Receipt, type ServerEvent, type WireMessage } from '#shared/realtime/wire.ts'
import { createChannels } from './channels.ts'
import { RequestError, type RequestBody } from '../requests.ts'
import { createTokenSource, SignedOutError } from '../connection/token-source.ts'

const chat = channelName.conversation('c1')
const message = (seq: number, epoch = 'e'): WireMessage => ({
  epoch,
  seq,
  cid: `cid-${epoch}-${seq}`,
  from: 'anna',
  text: `${seq}`,
  sentAt: seq,
})

/** A server that answers joins from a log, and a listener that records what it receives. */
function setUp(log: WireMessage[], options: { epoch?: string; page?: number; marks?: Receipt[] } = {}) {
  const state = { epoch: options.epoch ?? 'e', isOpen: true }
  const asked: RequestBody[] = []
  const answerJoin = (since?: { epoch: string; seq: number }): JoinData => {
    const recovered = since?.epoch === state.epoch
    const missed = recovered ? log.filter(({ seq }) => seq > since.seq) : log
    const messages = missed.slice(0, options.page ?? 300)
    return {
      epoch: state.epoch,
      head: log.at(-1)?.seq ?? 0,
      recovered,
      more: messages.length < missed.length,
      messages,
      marks: options.marks ?? [],
    }
  }
  const ask = vi.fn(async (body: RequestBody): Promise<unknown> => {
    asked.push(body)
    return body.type === 'channel:join' ? answerJoin(body.since) : undefined
  })
  const tokens = { get: vi.fn(async () => 'token'), drop: vi.fn() }
  const channels = createChannels({ ask, tokens, isOpen: () => state.isOpen, onJoined: () => {}, onRefused: () => {} })
  const heard: number[] = []
  const resets: number[][] = []
  const events: ServerEvent[] = []
  const listener: ConversationListener = {
    onMessages: (messages) => heard.push(...messages.map(({ seq }) => seq)),
    onReset: (messages) => resets.push(messages.map(({ seq }) => seq)),
    onEvent: (event) => events.push(event),
    onRefused: vi.fn(),
  }
  const deliver = (...messages: WireMessage[]) => {
    for (const data of messages) channels.onEvent({ event: 'message', channel: chat, data })
  }
  const joins = () =>
    asked.filter((body) => body.type === 'channel:join').map((body) => ('since' in body ? body.since?.seq : undefined))
  return { state, ask, tokens, channels, heard, resets, events, listener, deliver, joins, log }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('joins from the history on screen and delivers what came since', async () => {
  const { channels, listener, heard, resets } = setUp([1, 2, 3].map((seq) => message(seq)))
  channels.follow(chat, { epoch: 'e', seq: 1 }, listener)
  await settled()
  expect(heard).toEqual([2, 3])
  expect(resets).toEqual([])
})

it('reads page after page until nothing is missing', async () => {
  const { channels, listener, heard, joins } = setUp(
    [1, 2, 3, 4, 5].map((seq) => message(seq)),
    { page: 2 },
  )
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  expect(heard).toEqual([1, 2, 3, 4, 5])
  expect(joins()).toEqual([0, 2, 4])
})

it('drops a message that it knows and resumes over a gap', async () => {
  const { channels, listener, heard, deliver, log } = setUp([message(1)])
  channels.follow(chat, { epoch: 'e', seq: 1 }, listener)
  await settled()
  log.push(message(2), message(3))
  deliver(message(1), message(3))
  await settled()
  expect(heard).toEqual([2, 3])
})

it('keeps what overtakes the answer of its join, in order and once', async () => {
  const { channels, listener, heard, deliver, log } = setUp([message(1)])
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  log.push(message(2))
  deliver(message(1), message(2), message(3))
  log.push(message(3))
  await settled()
  expect(heard).toEqual([1, 2, 3])
})

it('resumes when the heartbeat shows a head it has not reached', async () => {
  const { channels, listener, heard, log, joins } = setUp([message(1)])
  channels.follow(chat, { epoch: 'e', seq: 1 }, listener)
  await settled()
  channels.onEvent({ event: 'pong', data: { [chat]: 1 } })
  await settled()
  expect(joins()).toHaveLength(1)
  log.push(message(2))
  channels.onEvent({ event: 'pong', data: { [chat]: 2 } })
  await settled()
  expect(heard).toEqual([2])
})

it('reloads when the conversation has a new epoch', async () => {
  const { channels, listener, heard, resets, deliver, state, log } = setUp([message(1)])
  channels.follow(chat, { epoch: 'e', seq: 1 }, listener)
  await settled()
  state.epoch = 'f'
  log.splice(0, 1, message(1, 'f'))
  deliver(message(1, 'f'))
  await settled()
  expect(resets).toEqual([[1]])
  expect(heard).toEqual([])
})

it('joins again from its cursor after a reconnect', async () => {
  const { channels, listener, heard, joins, state, log } = setUp([message(1)])
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  state.isOpen = false
  channels.onClose()
  log.push(message(2))
  state.isOpen = true
  await channels.rejoin()
  expect(joins()).toEqual([0, 1])
  expect(heard).toEqual([1, 2])
})

it('advances over its own acknowledged message, so the echo is not delivered twice', async () => {
  const { channels, listener, heard, deliver, joins } = setUp([message(1)])
  channels.follow(chat, { epoch: 'e', seq: 1 }, listener)
  await settled()
  channels.onSent(chat, message(2))
  deliver(message(2))
  await settled()
  expect(heard).toEqual([2])
  expect(joins()).toHaveLength(1)
})

it('notifies the listener when access is refused, with the text of the specification', async () => {
  const { channels, listener, ask } = setUp([])
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  ask.mockRejectedValueOnce(new RequestError('forbidden'))
  channels.follow(chat, null, listener)
  await settled()
  expect(listener.onRefused).toHaveBeenCalledOnce()
  expect(log).toHaveBeenCalledWith('Failed to connect to the presence-conversation.c1 channel')
})

it('fetches a new token once when the old one is refused', async () => {
  const { channels, listener, ask, tokens, heard } = setUp([message(1)])
  vi.spyOn(console, 'error').mockImplementation(() => {})
  ask.mockRejectedValueOnce(new RequestError('unauthorized'))
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  expect(tokens.drop).toHaveBeenCalledExactlyOnceWith('token')
  expect(heard).toEqual([1])
})

it('asks with an expired token, then once with a new one that all channels share', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let fetched = 0
  const tokens = createTokenSource({ fetchToken: async () => `t${++fetched}` })
  const asked: string[] = []
  const ask = async (body: RequestBody) => {
    if (body.type !== 'channel:join') return undefined
    asked.push(body.auth.token)
    if (body.auth.token === 't1') throw new RequestError('unauthorized')
    return {}
  }
  const joined: string[] = []
  const channels = createChannels({ ask, tokens, isOpen: () => true, onJoined: (name) => joined.push(name), onRefused: () => {} })
  for (const name of ['a', 'b', 'c']) channels.join(channelName.member(name))
  await settled()
  expect(asked.toSorted()).toEqual(['t1', 't1', 't1', 't2', 't2', 't2'])
  expect(fetched).toBe(2)
  expect(joined).toHaveLength(3)
})

it('does not take the end of the session for the end of a conversation', async () => {
  const { channels, listener, tokens } = setUp([])
  vi.spyOn(console, 'error').mockImplementation(() => {})
  tokens.get.mockRejectedValue(new SignedOutError())
  channels.follow(chat, null, listener)
  await settled()
  expect(listener.onRefused).not.toHaveBeenCalled()
})

it('tries to join again when the server is away for a moment', async () => {
  const { channels, listener, ask, heard } = setUp([message(1)])
  vi.spyOn(console, 'error').mockImplementation(() => {})
  ask.mockRejectedValueOnce(new RequestError('unavailable'))
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await vi.advanceTimersByTimeAsync(1000)
  expect(heard).toEqual([1])
})

it('delivers the others’ receipts with every join, like an event', async () => {
  const marks = { user_id: 'anna', delivered: 2, read: 1 }
  const { channels, listener, events } = setUp([message(1)], { marks: [marks] })
  channels.follow(chat, { epoch: 'e', seq: 0 }, listener)
  await settled()
  expect(events).toEqual([{ event: 'marks', channel: chat, data: marks }])
})

it('takes the end of a conversation for a refusal and does not join it again', async () => {
  const { channels, listener, joins } = setUp([message(1)])
  channels.follow(chat, { epoch: 'e', seq: 1 }, listener)
  await settled()
  channels.onEvent({ event: 'closed', channel: chat, data: null })
  expect(listener.onRefused).toHaveBeenCalledOnce()
  await channels.rejoin()
  expect(joins()).toHaveLength(1)
})

it('leaves a conversation that has ended meanwhile without a word, and says when leaving fails', async () => {
  const { channels, listener, ask } = setUp([message(1)])
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const code of ['not-joined', 'unavailable'] as const) {
    const leave = channels.follow(chat, { epoch: 'e', seq: 1 }, listener)
    await settled()
    expect(log).not.toHaveBeenCalled()
    ask.mockRejectedValueOnce(new RequestError(code))
    leave()
    await settled()
  }
  expect(log.mock.calls).toEqual([['Failed to leave from the presence-conversation.c1 channel']])
})
