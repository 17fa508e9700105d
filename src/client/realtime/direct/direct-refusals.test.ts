import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ConversationListener } from '#shared/realtime/realtime.tsx'
import { channelName, closeCodes, type AnswerCode, type JoinData, type Request } from '#shared/realtime/wire.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createRealtime } from '../realtime.ts'

const chat = channelName.conversation('c1')
const other = channelName.conversation('c2')
const firstPath = '/realtime'

/** What happens to direct sockets: all joins are refused, or nothing is answered, or they close at once. */
type Served = { refusal?: AnswerCode; isSilent?: boolean; closeCode?: number }

/** A socket to a server that accepts joins, or refuses them on the direct socket. */
class ServedSocket extends EventTarget {
  readyState = 0
  binaryType = 'blob'
  readonly path: string
  readonly #refusal: AnswerCode | undefined
  /** It answers nothing. */
  isSilent: boolean

  constructor(url: string, { refusal, isSilent = false }: Pick<Served, 'refusal' | 'isSilent'>) {
    super()
    this.path = new URL(url).pathname
    const isDirect = this.path !== firstPath
    this.#refusal = isDirect ? refusal : undefined
    this.isSilent = isDirect && isSilent
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
    if (this.isSilent) return
    if (text === 'ping') return this.#answer({ event: 'pong', data: {} })
    const { id, type } = JSON.parse(text) as Request
    const history: JoinData = { epoch: 'e', head: 1, recovered: true, more: false, messages: [], marks: [] }
    const answer =
      type === 'channel:join' && this.#refusal
        ? { id, status: 'error', code: this.#refusal, message: '' }
        : { id, status: 'success', data: history }
    this.#answer(answer)
  }

  /** As a network does: never while the request is still being sent. */
  #answer(frame: object) {
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) })))
  }

  close() {
    this.readyState = 3
  }
}

/** A page of Anna's with a conversation on screen. Its sockets open by themselves, unless the direct ones close with a code. */
async function setUp({ closeCode, ...served }: Served) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const opened: string[] = []
  const sockets: ServedSocket[] = []
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
        const socket = new ServedSocket(url, served)
        opened.push(socket.path)
        sockets.push(socket)
        const isClosed = closeCode !== undefined && socket.path !== firstPath
        setTimeout(() => (isClosed ? socket.closes(closeCode) : socket.opens()))
        return socket as EventTarget as WebSocket
      },
    },
    tokens: { get: async () => 'token', drop: () => {} },
    random: () => 0.5,
    isOffline: () => false,
    page,
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
  const last = () => sockets.findLast(({ path }) => path !== firstPath)!
  const turn = (visibilityState: 'visible' | 'hidden') => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { realtime, listener, follow, leave, after, directs, last, turn }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it.each([
  ['unauthorized', 2],
  ['forbidden', 8],
  ['bad-frame', 8],
] as const)(
  'stays with the first connection for 90 s when the second socket refuses it (%s), and for good after a second end of access',
  async (refusal, tries) => {
    const { realtime, listener, after, directs } = await setUp({ refusal })
    expect(directs()).toBe(1)
    await after(85_000)
    expect(directs()).toBe(1)
    await after(10_000)
    expect(directs()).toBe(2)
    await after(600_000)
    expect(directs()).toBe(tries)
    expect(listener.onRefused).not.toHaveBeenCalled()
    realtime.stop()
  },
)

it('tries again once the conversation is opened again', async () => {
  const { realtime, follow, leave, after, directs } = await setUp({ refusal: 'unauthorized' })
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

it('tries again once a hidden page is seen again', async () => {
  const { realtime, turn, after, directs } = await setUp({ refusal: 'unauthorized' })
  await after(120_000)
  expect(directs()).toBe(2)
  turn('hidden')
  turn('visible')
  await after(1_000)
  expect(directs()).toBe(3)
  realtime.stop()
})

it.each([closeCodes.unauthorized, closeCodes.forbidden])(
  'tries once more after the server has ended the access (%s)',
  async (closeCode) => {
    const { realtime, after, directs } = await setUp({ closeCode })
    expect(directs()).toBe(1)
    await after(600_000)
    expect(directs()).toBe(2)
    realtime.stop()
  },
)

it.each([closeCodes.restart, closeCodes.tooMany, closeCodes.timeout, 1006])(
  'leaves the second socket alone for 90 s after each other end of it (%s)',
  async (code) => {
    const { realtime, turn, after, directs, last } = await setUp({})
    for (let round = 1; round < 4; round += 1) {
      expect(directs()).toBe(round)
      last().closes(code)
      turn('hidden')
      turn('visible')
      await after(85_000)
      expect(directs()).toBe(round)
      await after(10_000)
    }
    expect(directs()).toBe(4)
    realtime.stop()
  },
)

it('leaves it alone as well when it answers too late', async () => {
  const { realtime, after, directs, last } = await setUp({})
  last().isSilent = true
  realtime.clientEvent(chat, 'client-typing')
  await after(5_000)
  expect(last().readyState).toBe(3)
  await after(80_000)
  expect(directs()).toBe(1)
  await after(15_000)
  expect(directs()).toBe(2)
  realtime.stop()
})

it('a move that is not answered in time is no end of access', async () => {
  const { realtime, after, directs } = await setUp({ isSilent: true })
  await after(600_000)
  expect(directs()).toBeGreaterThan(4)
  realtime.stop()
})
