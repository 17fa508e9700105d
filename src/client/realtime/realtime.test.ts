import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { channelName, type Request } from '#shared/realtime/wire.ts'
import type { OutboxDeps } from './outbox/outbox.ts'
import { createRealtime } from './realtime.ts'

/** A connection to a server that knows its member: it lets in only that member's channel. */
class FakeSocket extends EventTarget {
  readyState = 0
  binaryType = 'blob'
  readonly owner: string
  constructor(owner: string) {
    super()
    this.owner = owner
  }
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  drops() {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1006, reason: '' }))
  }
  send(text: string) {
    if (text === 'ping') return
    const { id, channel } = JSON.parse(text) as Request
    const isTheirs = channel === channelName.member(this.owner)
    const answer = isTheirs ? { id, status: 'success', data: {} } : { id, status: 'error', code: 'forbidden', message: '' }
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(answer) }))
  }
  close() {
    this.readyState = 3
  }
}

function setUp() {
  const sockets: FakeSocket[] = []
  const session = { owner: 'anna' }
  const outbox = { resume: vi.fn(async () => {}), giveUp: vi.fn(), stop: vi.fn() }
  let deps: OutboxDeps | null = null
  const onStranger = vi.fn()
  const realtime = createRealtime({
    memberId: 'anna',
    config: { wssURL: 'ws://kismet.test/realtime', textKey: '', saltLength: 0 },
    createOutbox: (given) => {
      deps = given
      return outbox as unknown as ReturnType<Parameters<typeof createRealtime>[0]['createOutbox']>
    },
    onStranger,
    transports: {
      load: async () => {},
      open: () => {
        const socket = new FakeSocket(session.owner)
        sockets.push(socket)
        return socket as EventTarget as WebSocket
      },
    },
    tokens: { get: async () => 'token', drop: () => {} },
    random: () => 0.5,
    isOffline: () => false,
  })
  realtime.join(channelName.member('anna'))
  const isReady = () => deps?.isReady()
  const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { realtime, session, sockets, outbox, isReady, onStranger, after, last: () => sockets.at(-1)! }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('takes frames that came as one, in their order', async () => {
  const { realtime, last, after } = setUp()
  const heard: string[] = []
  realtime.onEvent(({ event }) => void heard.push(event))
  await after(0)
  const channel = channelName.member('anna')
  const pack = ['inbox', 'notifications'].map((event) => ({ event, channel, data: {} }))
  last().dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(pack) }))
  expect(heard).toEqual(['inbox', 'notifications'])
})

it('runs the outbox once the connection has joined the member’s own channel', async () => {
  const { last, after, outbox, isReady, onStranger } = setUp()
  await after(0)
  expect(isReady()).toBe(false)
  last().opens()
  await after(0)
  expect(isReady()).toBe(true)
  expect(outbox.resume).toHaveBeenCalled()
  expect(onStranger).not.toHaveBeenCalled()
})

it('runs the outbox again once a conversation is refused: what waited for its join has another way', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { realtime, last, after, outbox } = setUp()
  await after(0)
  last().opens()
  await after(0)
  outbox.resume.mockClear()
  const onRefused = vi.fn()
  realtime.follow(channelName.conversation('c1'), null, { onMessages() {}, onReset() {}, onEvent() {}, onRefused })
  await after(0)
  expect(onRefused).toHaveBeenCalledOnce()
  expect(outbox.resume).toHaveBeenCalledOnce()
})

it('sends nothing over a connection that has become another member’s, and says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { last, after, outbox, isReady, onStranger, session, sockets } = setUp()
  await after(0)
  last().opens()
  await after(0)
  outbox.resume.mockClear()
  session.owner = 'ben'
  last().drops()
  expect(isReady()).toBe(false)
  await after(5000)
  expect(sockets).toHaveLength(2)
  last().opens()
  await after(0)
  expect(onStranger).toHaveBeenCalledOnce()
  expect(isReady()).toBe(false)
  expect(outbox.resume).not.toHaveBeenCalled()
})

it('closes the connection while the page sleeps', async () => {
  const { realtime, last, after, isReady, sockets } = setUp()
  await after(0)
  last().opens()
  await after(0)
  realtime.sleep()
  expect([last().readyState, isReady()]).toEqual([3, false])
  await after(60_000)
  expect(sockets).toHaveLength(1)
  realtime.wake()
  await after(0)
  last().opens()
  await after(0)
  expect(isReady()).toBe(true)
})
