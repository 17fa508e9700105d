import { expect, it, vi } from 'vitest'
import { channelName, type ChannelName } from '#shared/realtime/wire.ts'
import type { Connection } from '../connection/connection.ts'
import { createDirectLine, type DirectHandlers } from './direct-line.ts'

function setUp() {
  const opened: { conversation: string; handlers: DirectHandlers; state: { isOpen: boolean }; connection: Connection }[] = []
  const joined = new Set<ChannelName>()
  const state = { isReady: true }
  const channels = { isJoined: (name: ChannelName) => joined.has(name), moveTo: vi.fn(async () => {}), moveBack: vi.fn() }
  const direct = createDirectLine({
    channels,
    isReady: () => state.isReady,
    onEvent: () => {},
    connect(conversation, handlers) {
      const socket = { isOpen: false }
      const connection: Connection = {
        ask: vi.fn(async () => undefined),
        isOpen: () => socket.isOpen,
        transport: () => 'websocket',
        expectAnswer: vi.fn(),
        probe: vi.fn(),
        sleep: vi.fn(),
        wake: vi.fn(),
        close: vi.fn(),
      }
      opened.push({ conversation, handlers, state: socket, connection })
      return connection
    },
  })
  const join = (name: ChannelName) => {
    joined.add(name)
    direct.onJoined(name)
  }
  const opens = (at: number) => {
    const socket = opened[at]!
    socket.state.isOpen = true
    socket.handlers.onOpen()
  }
  return { direct, opened, channels, join, opens, state }
}

const one = channelName.conversation('c1')
const two = channelName.conversation('c2')

it('opens a socket once the conversation is joined, and moves the channel to it', () => {
  const { direct, opened, channels, join, opens } = setUp()
  direct.follow(one)
  expect(opened).toEqual([])
  join(one)
  expect(opened.map(({ conversation }) => conversation)).toEqual(['c1'])
  expect(channels.moveTo).not.toHaveBeenCalled()
  opens(0)
  expect(channels.moveTo).toHaveBeenCalledWith(one, expect.anything())
})

it('holds one socket: of the conversation that was opened last', () => {
  const { direct, opened, join } = setUp()
  const leaveOne = direct.follow(one)
  join(one)
  const leaveTwo = direct.follow(two)
  join(two)
  expect(opened.map(({ conversation }) => conversation)).toEqual(['c1', 'c2'])
  expect(opened[0]?.connection.close).toHaveBeenCalled()
  leaveOne()
  expect(opened[1]?.connection.close).not.toHaveBeenCalled()
  leaveTwo()
  expect(opened[1]?.connection.close).toHaveBeenCalled()
})

it('opens none for strangers, and none while the first connection is not ready', () => {
  const { direct, opened, join, state } = setUp()
  const talk = channelName.conversation(`a-${'x'.repeat(24)}`)
  direct.follow(talk)
  join(talk)
  state.isReady = false
  direct.follow(one)
  join(one)
  expect(opened).toEqual([])
})

it('brings the channel back when the socket is over', () => {
  const { direct, opened, channels, join, opens } = setUp()
  direct.follow(one)
  join(one)
  opens(0)
  opened[0]?.handlers.onOver()
  expect(channels.moveBack).toHaveBeenCalledOnce()
})

it('checks the socket when the row of its conversation changes', () => {
  const { direct, opened, join } = setUp()
  direct.follow(one)
  join(one)
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
  direct.onFirstEvent({ event: 'inbox', channel, data: { ...row, conversation: 'c2' } })
  expect(opened[0]?.connection.probe).not.toHaveBeenCalled()
  direct.onFirstEvent({ event: 'inbox', channel, data: { ...row, conversation: 'c1' } })
  expect(opened[0]?.connection.probe).toHaveBeenCalledOnce()
})
