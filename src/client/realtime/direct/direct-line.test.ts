import { expect, it, vi } from 'vitest'
import { channelName, type ChannelName, type ConversationChannel, type ServerEvent } from '#shared/realtime/wire.ts'
import type { Connection, ConnectionDeps } from '../connection/connection.ts'
import { JoinedChannel } from '../channels/joined-channel.ts'
import type { Line } from '../channels/line.ts'
import { createListeners } from '../listeners.ts'
import { RequestError } from '../requests.ts'
import { createDirectLine } from './direct-line.ts'

function setUp() {
  const opened: {
    conversation: string
    handlers: Pick<ConnectionDeps, 'onOpen' | 'onOver' | 'onEvent'>
    state: { isOpen: boolean }
    connection: Connection
  }[] = []
  const state = { isReady: true }
  const first = { ask: vi.fn(async (): Promise<unknown> => undefined), isOpen: () => true, closes: 0 } satisfies Line
  const channels = new Map<string, JoinedChannel>()
  const sync = vi.fn(async () => {})
  const moves = {
    channels,
    first,
    sync,
    leave: vi.fn(),
    close: vi.fn((line: Line) => [...channels.values()].filter((channel) => channel.line === line)),
  }
  const connect = ({ url, ...handlers }: ConnectionDeps): Connection => {
    const socket = { isOpen: false }
    const connection: Connection = {
      ask: vi.fn(async () => undefined),
      isOpen: () => socket.isOpen,
      transport: () => 'websocket',
      dropSilent: vi.fn(),
      sleep: vi.fn(),
      wake: vi.fn(),
      close: vi.fn(),
    }
    opened.push({ conversation: new URL(url).pathname.split('/').at(-1) ?? '', handlers, state: socket, connection })
    return connection
  }
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const turn = (visibilityState: 'visible' | 'hidden') => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const resume = vi.fn()
  const events = createListeners<[event: ServerEvent]>()
  const joins = createListeners<[channel: ChannelName, data: unknown]>()
  const tokens = { get: async () => 'token', drop: () => {} }
  const transports = { load: async () => {}, open: () => new WebSocket('wss://kismet.test') }
  const direct = createDirectLine(
    {
      moves,
      connection: { transport: () => (state.isReady ? 'websocket' : 'polling') },
      events,
      joins,
      config: { wssURL: 'wss://kismet.test/realtime' },
      tab: 'tab-1234',
      page,
      resume,
      shared: { transports, tokens, random: () => 0.5, isOffline: () => false, onEvent: () => {} },
    },
    connect,
  )
  const joined = (name: ChannelName) => {
    const channel = new JoinedChannel(name, null, null, first)
    channel.endJoin()
    channels.set(name, channel)
    joins.call(name, {})
  }
  joined(channelName.member('anna'))
  /** The page follows a conversation, and the join is answered. */
  const join = (name: ConversationChannel) => {
    joined(name)
    return () => {
      channels.delete(name)
      direct.look()
    }
  }
  const opens = async (at: number) => {
    const socket = opened[at]!
    socket.state.isOpen = true
    socket.handlers.onOpen()
    await vi.waitFor(() => expect([...channels.values()].at(-1)?.line).not.toBe(first))
  }
  return { direct, events, opened, moves, channels, first, join, opens, resume, state, turn }
}

const one = channelName.conversation('c1')
const two = channelName.conversation('c2')

it('opens a socket once the conversation is joined, and moves the channel to it', async () => {
  const { opened, moves, channels, first, join, opens } = setUp()
  expect(opened).toEqual([])
  join(one)
  expect(opened.map(({ conversation }) => conversation)).toEqual(['c1'])
  expect(channels.get(one)?.line).toBe(first)
  await opens(0)
  expect(opened[0]?.connection.ask).toHaveBeenCalledOnce()
  expect(channels.get(one)?.line).not.toBe(first)
  expect(moves.leave).toHaveBeenCalledWith(channels.get(one), first)
})

it('holds one socket: of the conversation that was opened last', () => {
  const { opened, join } = setUp()
  const leaveOne = join(one)
  const leaveTwo = join(two)
  expect(opened.map(({ conversation }) => conversation)).toEqual(['c1', 'c2'])
  expect(opened[0]?.connection.close).toHaveBeenCalled()
  leaveOne()
  expect(opened[1]?.connection.close).not.toHaveBeenCalled()
  leaveTwo()
  expect(opened[1]?.connection.close).toHaveBeenCalled()
})

it('opens none for strangers, and none while the first connection is not ready', () => {
  const { opened, join, state } = setUp()
  const talk = channelName.conversation(`a-${'x'.repeat(24)}`)
  join(talk)
  state.isReady = false
  join(one)
  expect(opened).toEqual([])
})

it('brings the channel back when the socket is over', async () => {
  const { opened, moves, channels, first, join, opens } = setUp()
  join(one)
  await opens(0)
  opened[0]?.handlers.onOver('reconnecting')
  expect(moves.close).toHaveBeenCalledOnce()
  expect(channels.get(one)?.line).toBe(first)
})

it('moves the channel of a hidden page to the first connection before it closes the socket, and back when it is seen', async () => {
  const { opened, moves, channels, first, join, opens, turn } = setUp()
  join(one)
  await opens(0)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  first.ask.mockReturnValueOnce(promise)
  turn('hidden')
  await vi.waitFor(() => expect(first.ask).toHaveBeenCalledOnce())
  expect(opened[0]?.connection.close, 'the page is present without a gap').not.toHaveBeenCalled()
  resolve({})
  await vi.waitFor(() => expect(opened[0]?.connection.close).toHaveBeenCalledOnce())
  expect(channels.get(one)?.line).toBe(first)
  expect(moves.leave).toHaveBeenCalledTimes(2)
  expect(opened).toHaveLength(1)
  turn('visible')
  await opens(1)
  expect(opened).toHaveLength(2)
})

it('closes the socket of a hidden page that the first connection does not answer', async () => {
  const { opened, channels, first, join, opens, turn } = setUp()
  join(one)
  await opens(0)
  first.ask.mockRejectedValueOnce(new RequestError('closed'))
  turn('hidden')
  await vi.waitFor(() => expect(opened[0]?.connection.close).toHaveBeenCalledOnce())
  // The real connection reports its close.
  opened[0]?.handlers.onOver('ended')
  expect(channels.get(one)?.line).toBe(first)
})

it('keeps the socket of a page that is seen again before the first connection has answered', async () => {
  const { opened, channels, first, join, opens, turn } = setUp()
  join(one)
  await opens(0)
  const { line } = channels.get(one)!
  const { promise, resolve } = Promise.withResolvers<unknown>()
  first.ask.mockReturnValueOnce(promise)
  turn('hidden')
  await vi.waitFor(() => expect(first.ask).toHaveBeenCalledOnce())
  turn('visible')
  resolve({})
  await vi.waitFor(() => expect(opened[0]?.connection.ask).toHaveBeenCalledTimes(2))
  await vi.waitFor(() => expect(channels.get(one)?.line).toBe(line))
  expect(opened).toHaveLength(1)
  expect(opened[0]?.connection.close).not.toHaveBeenCalled()
})

it('sends again what was under way when the page leaves, or is hidden', async () => {
  const { opened, channels, join, opens, resume, turn } = setUp()
  const leave = join(one)
  await opens(0)
  expect(resume).not.toHaveBeenCalled()
  turn('hidden')
  await vi.waitFor(() => expect(opened[0]?.connection.close).toHaveBeenCalledOnce())
  expect(resume).toHaveBeenCalledTimes(1)
  turn('visible')
  await opens(1)
  leave()
  expect(opened[1]?.connection.close).toHaveBeenCalledOnce()
  expect(resume).toHaveBeenCalledTimes(2)
  expect(channels.has(one)).toBe(false)
})

it('closes the socket of a page that sleeps, and opens another one when that has joined again', async () => {
  const { direct, opened, join, opens } = setUp()
  join(one)
  await opens(0)
  direct.sleep()
  expect(opened[0]?.connection.close).toHaveBeenCalledOnce()
  opened[0]?.handlers.onOver('ended')
  join(one)
  expect(opened).toHaveLength(2)
})

it('opens no socket for a hidden page, nor after its end', () => {
  const { direct, opened, join, turn } = setUp()
  turn('hidden')
  join(one)
  expect(opened).toEqual([])
  direct.stop()
  turn('visible')
  expect(opened).toEqual([])
})

it('checks the socket when the row of its conversation changes', async () => {
  const { events, opened, join, opens } = setUp()
  join(one)
  await opens(0)
  const row = {
    unread: 0,
    totalUnread: 0,
    requests: 0,
    preview: '',
    previewKind: 'text',
    stage: 'open',
    at: 0,
    from: '',
  } as const
  const channel = channelName.member('anna')
  events.call({ event: 'inbox', channel, data: { ...row, conversation: 'c2' } })
  expect(opened[0]?.connection.wake).not.toHaveBeenCalled()
  events.call({ event: 'inbox', channel, data: { ...row, conversation: 'c1' } })
  expect(opened[0]?.connection.wake).toHaveBeenCalledOnce()
})

it('gives up a socket over which the channel cannot be joined', async () => {
  const { opened, channels, first, join } = setUp()
  join(one)
  const { connection, handlers, state } = opened[0]!
  vi.mocked(connection.ask).mockRejectedValue(new RequestError('too-many'))
  state.isOpen = true
  handlers.onOpen()
  await vi.waitFor(() => expect(connection.close).toHaveBeenCalledOnce())
  expect(channels.get(one)?.line).toBe(first)
})

it('gives a socket up that does not answer in five seconds', async () => {
  vi.useFakeTimers()
  try {
    const { opened, channels, join, opens } = setUp()
    join(one)
    await opens(0)
    const { connection, handlers } = opened[0]!
    vi.mocked(connection.ask).mockReturnValue(new Promise(() => {}))
    void channels.get(one)?.line.ask({ type: 'channel:clientEvent', channel: one, event: 'client-typing' })
    await vi.advanceTimersByTimeAsync(4_900)
    handlers.onEvent({ event: 'pong', data: {} })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(connection.dropSilent, 'it has answered something').not.toHaveBeenCalled()
    void channels.get(one)?.line.ask({ type: 'channel:clientEvent', channel: one, event: 'client-typing' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(connection.dropSilent).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})
