import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSocketClient } from './socket.ts'
import type { Transport } from './reconnect-policy.ts'
import type { SocketLike } from './transports.ts'

/** A connection that opens when the test says so. */
class FakeSocket extends EventTarget implements SocketLike {
  readyState = 0
  binaryType: BinaryType = 'blob'
  sent: unknown[] = []
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  send(text: unknown) {
    this.sent.push(text)
  }
  close() {}
}

/** A browser that makes no connection of the transports that it `refuses`. */
function setUp(refuses: readonly Transport[]) {
  const attempts: string[] = []
  const made: FakeSocket[] = []
  const over: (string | null)[] = []
  const onOpen = vi.fn()
  const client = createSocketClient({
    url: 'ws://kismet.test/realtime',
    transports: {
      load: async () => {},
      open({ transport }) {
        attempts.push(transport)
        if (refuses.includes(transport)) throw new DOMException('blocked', 'SecurityError')
        const socket = new FakeSocket()
        made.push(socket)
        return socket
      },
    },
    tokens: { get: async () => 'token', drop: () => {} },
    random: () => 0.5,
    isOffline: () => false,
    onOpen,
    onText: () => {},
    onOver: (announce) => over.push(announce),
  })
  return { client, attempts, made, over, onOpen }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('a WebSocket that cannot be made is a failed attempt: after two of them comes polling, which carries what is sent once', async () => {
  const { client, attempts, made, over, onOpen } = setUp(['websocket'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(attempts).toEqual(['websocket', 'websocket', 'polling'])
  expect(over).toEqual([null, null])
  made[0]?.opens()
  expect(onOpen).toHaveBeenCalledOnce()
  expect(client.send('typed meanwhile')).toBe(true)
  expect(made.map(({ sent }) => sent)).toEqual([['typed meanwhile']])
})

it('where neither can be made, attempts go on without end, and it is said', async () => {
  const { attempts, over } = setUp(['websocket', 'polling'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(attempts.slice(0, 4)).toEqual(['websocket', 'websocket', 'polling', 'polling'])
  expect(attempts.length).toBeGreaterThan(5)
  expect(over).toContain('failed')
})

it('a client that is closed meanwhile makes no further attempt', async () => {
  const { client, attempts } = setUp(['websocket', 'polling'])
  await vi.advanceTimersByTimeAsync(0)
  client.close()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(attempts).toHaveLength(1)
})
