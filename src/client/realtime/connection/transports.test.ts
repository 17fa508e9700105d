import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTransports } from './transports.ts'

class FakeSocket extends EventTarget {
  static OPEN = 1
  static made: FakeSocket[] = []
  readyState = 0
  constructor() {
    super()
    FakeSocket.made.push(this)
  }
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  close() {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
}

const config = { textKey: '5f'.repeat(32), saltLength: 16 }
const url = 'ws://kismet.test/realtime'

beforeEach(() => {
  FakeSocket.made = []
  // A queue that hands over leaves some seconds later: with real timers, in the middle of another file's tests.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('window', new EventTarget())
  // The queue opens, and then no frames come.
  vi.stubGlobal('fetch', vi.fn(() => new Promise(() => {})).mockResolvedValueOnce(Response.json({ poll: 'q', frames: [] })))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens polling, and a WebSocket that opens meanwhile. */
async function openBoth() {
  const transports = createTransports(config)
  await transports.load('polling')
  const polling = transports.open({ transport: 'polling', hasSocketWorked: true }, url)
  const closed = new Promise<CloseEvent>((resolve) => polling.addEventListener('close', (event) => resolve(event)))
  const [socket] = await vi.waitUntil(() => FakeSocket.made.length > 0 && FakeSocket.made)
  return { transports, socket: socket as FakeSocket, closed }
}

it('hands the WebSocket over that opened while polling went on, and says once more that it is open', async () => {
  const { transports, socket, closed } = await openBoth()
  socket.opens()
  expect((await closed).code).toBe(4000)
  const taken = transports.open({ transport: 'websocket', hasSocketWorked: true }, url)
  expect(taken).toBe(socket)
  await new Promise((resolve) => taken.addEventListener('open', resolve))
  expect(taken.readyState).toBe(1)
  expect(FakeSocket.made).toHaveLength(1)
  expect(transports.open({ transport: 'websocket', hasSocketWorked: true }, url)).not.toBe(socket)
})

it('opens another one when that is gone again by then', async () => {
  const { transports, socket, closed } = await openBoth()
  socket.opens()
  await closed
  socket.close()
  expect(transports.open({ transport: 'websocket', hasSocketWorked: true }, url)).not.toBe(socket)
})

it.each([
  ['missing', undefined],
  ['null', null],
])('polls on where the WebSocket is %s, and looks for one in vain without an error', async (_, missing) => {
  vi.stubGlobal('WebSocket', missing)
  const transports = createTransports(config)
  expect(() => transports.open({ transport: 'websocket', hasSocketWorked: false }, url)).toThrow(TypeError)
  await transports.load('polling')
  const polling = transports.open({ transport: 'polling', hasSocketWorked: true }, url)
  await new Promise((resolve) => polling.addEventListener('open', resolve))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(polling.readyState).toBe(1)
  polling.close()
})
