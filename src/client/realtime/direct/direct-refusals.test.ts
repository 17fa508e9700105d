import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ConversationListener } from '#shared/realtime/realtime.tsx'
import { channelName, closeCodes, type AnswerCode, type JoinData, type Request } from '#shared/realtime/wire.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createRealtime } from '../realtime.ts'

const chat = channelName.conversation('c1')
const other = channelName.conversation('c2')
const firstPath = '/realtime'

/** A socket to a server that accepts joins, or refuses them on the direct socket. */
class ServedSocket extends EventTarget {
  readyState = 0
  binaryType = 'blob'
  readonly path: string
  readonly #refusal: AnswerCode | undefined

  constructor(url: string, refusal: AnswerCode | undefined) {
    super()
    this.path = new URL(url).pathname
    this.#refusal = this.path === firstPath ? undefined : refusal
  }

  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  closes(code: number) {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '' }))
  }

  send(text: string) {
    if (text === 'ping') return
    const { id, type } = JSON.parse(text) as Request
    const history: JoinData = { epoch: 'e', head: 1, recovered: true, more: false, messages: [], marks: [] }
    const answer =
      type === 'channel:join' && this.#refusal
        ? { id, status: 'error', code: this.#refusal, message: '' }
        : { id, status: 'success', data: history }
    // As a network does: never while the request is still being sent.
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(answer) })))
  }

  close() {
    this.readyState = 3
  }
}

/** A page of Anna's with a conversation on screen. Its sockets open by themselves, unless the direct ones close with a code. */
async function setUp({ refusal, closeCode }: { refusal?: AnswerCode; closeCode?: number }) {
  const opened: string[] = []
  const outbox: Outbox = {
    items: () => [],
    onChange: () => () => {},
    add: () => Promise.reject(new Error('Nothing is sent here')),
    retry: () => {},
    discard: () => {},
    resume: async () => {},
    giveUp: () => {},
    stop: () => {},
  }
  const realtime = createRealtime({
    memberId: 'anna',
    config: { wssURL: `ws://kismet.test${firstPath}`, textKey: '', saltLength: 0 },
    createOutbox: () => outbox,
    onStranger: vi.fn(),
    transports: {
      load: async () => {},
      open: (_, url) => {
        const socket = new ServedSocket(url, refusal)
        opened.push(socket.path)
        const isClosed = closeCode !== undefined && socket.path !== firstPath
        setTimeout(() => (isClosed ? socket.closes(closeCode) : socket.opens()))
        return socket as EventTarget as WebSocket
      },
    },
    tokens: { get: async () => 'token', drop: () => {} },
    random: () => 0.5,
    isOffline: () => false,
  })
  realtime.join(channelName.member('anna'))
  const listener: ConversationListener = { onMessages: vi.fn(), onReset: vi.fn(), onEvent: vi.fn(), onRefused: vi.fn() }
  const follow = (name = chat) => realtime.follow(name, { epoch: 'e', seq: 1 }, listener)
  const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const leave = follow()
  await after(0)
  await vi.dynamicImportSettled()
  await after(1_000)
  const directs = () => opened.filter((path) => path !== firstPath).length
  return { realtime, listener, follow, leave, after, directs }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each(['forbidden', 'unauthorized', 'bad-frame'] as const)(
  'stays with the first connection when the second socket refuses it (%s): one new try after a minute',
  async (refusal) => {
    const { realtime, listener, after, directs } = await setUp({ refusal })
    expect(directs()).toBe(1)
    await after(55_000)
    expect(directs()).toBe(1)
    await after(10_000)
    expect(directs()).toBe(2)
    await after(600_000)
    expect(directs()).toBe(2)
    expect(listener.onRefused).not.toHaveBeenCalled()
    realtime.stop()
  },
)

it('tries again once the conversation is opened again', async () => {
  const { realtime, follow, leave, after, directs } = await setUp({ refusal: 'forbidden' })
  await after(120_000)
  expect(directs()).toBe(2)
  leave()
  const leaveOther = follow(other)
  await after(1_000)
  leaveOther()
  follow()
  await after(1_000)
  expect(directs()).toBe(4)
  realtime.stop()
})

it('tries once more after the server has closed the socket for good', async () => {
  const { realtime, after, directs } = await setUp({ closeCode: closeCodes.forbidden })
  expect(directs()).toBe(1)
  await after(600_000)
  expect(directs()).toBe(2)
  realtime.stop()
})
