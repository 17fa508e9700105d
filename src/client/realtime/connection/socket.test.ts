import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSocketClient } from './socket.ts'
import { SignedOutError } from './token-source.ts'

/** A WebSocket that the test controls. */
class FakeSocket extends EventTarget {
  readyState = 0
  binaryType = 'blob'
  sent: string[] = []
  closedWith: number | undefined
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  fails() {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'refused', error: new Error('refused') }))
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1006, reason: '' }))
  }
  closes(code: number, reason = '') {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }))
  }
  send(text: string) {
    this.sent.push(text)
  }
  close(code?: number) {
    this.readyState = 3
    this.closedWith = code
  }
}

function setUp(options: { getToken?: () => Promise<string> } = {}) {
  const sockets: FakeSocket[] = []
  const used: string[] = []
  const over: (string | null)[] = []
  const onOpen = vi.fn()
  const network = { isOffline: false }
  const client = createSocketClient({
    url: 'ws://kismet.test/realtime',
    transports: {
      load: async () => {},
      open: ({ transport }) => {
        const socket = new FakeSocket()
        sockets.push(socket)
        used.push(transport)
        return socket as EventTarget as WebSocket
      },
    },
    tokens: { get: options.getToken ?? (async () => 'token'), drop: () => {} },
    random: () => 0.5,
    isOffline: () => network.isOffline,
    onOpen,
    onText: () => {},
    onOver: (announce) => over.push(announce),
  })
  const last = () => sockets.at(-1)!
  const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { client, sockets, used, over, onOpen, last, after, network }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('connects at once, without waiting for a token', async () => {
  const { onOpen, last, after, client } = setUp({ getToken: () => new Promise(() => {}) })
  await after(0)
  last().opens()
  expect(onOpen).toHaveBeenCalledOnce()
  expect(client.send('hello')).toBe(true)
  expect(last().sent).toEqual(['hello'])
})

it('says that nothing is open instead of queueing', async () => {
  const { client, last, after } = setUp()
  await after(0)
  expect(client.send('early')).toBe(false)
  last().opens()
  expect(last().sent).toEqual([])
})

it('announces failure after two first attempts on each transport and keeps trying', async () => {
  const { last, over, used, after } = setUp()
  for (const wait of [0, 2000, 0, 2000]) {
    await after(wait)
    last().fails()
  }
  expect(over).toEqual([null, null, null, 'failed'])
  await after(1000)
  expect(used).toEqual(['websocket', 'websocket', 'polling', 'polling', 'websocket'])
})

it('takes a WebSocket over from polling without announcing anything', async () => {
  const { last, over, used, after, onOpen, client } = setUp()
  for (const wait of [0, 2000]) {
    await after(wait)
    last().fails()
  }
  await after(0)
  last().opens()
  last().closes(4000)
  await after(0)
  last().opens()
  expect(used).toEqual(['websocket', 'websocket', 'polling', 'websocket'])
  expect(over).toEqual([null, null, null])
  expect(onOpen).toHaveBeenCalledTimes(2)
  expect(client.isOpen()).toBe(true)
})

it('counts a connect that takes over ten seconds as failed', async () => {
  const { over, after, sockets } = setUp()
  await after(0)
  await after(10_000)
  expect(over).toEqual([null])
  await after(2001)
  expect(sockets).toHaveLength(2)
})

it('reconnects a second after a server restart, three times, then backs off', async () => {
  const { last, over, sockets, after } = setUp()
  await after(0)
  last().opens()
  last().closes(1012)
  expect(over).toEqual(['reconnecting'])
  for (const expected of [2, 3, 4]) {
    await after(999)
    expect(sockets).toHaveLength(expected - 1)
    await after(1)
    expect(sockets).toHaveLength(expected)
    last().fails()
  }
  expect(over).toEqual(['reconnecting', null, null, 'failed'])
})

it('waits as long as the server names, a second from then on, and not at all once the page is looked at', async () => {
  const { client, last, sockets, after } = setUp()
  await after(0)
  last().opens()
  last().closes(1012, 'wait 20000 ms')
  await after(19_999)
  expect(sockets).toHaveLength(1)
  await after(1)
  expect(sockets).toHaveLength(2)
  last().fails()
  await after(1000)
  expect(sockets).toHaveLength(3)
  last().opens()
  last().closes(1012, 'wait 20000 ms')
  await after(100)
  client.wake()
  await after(0)
  expect(sockets).toHaveLength(4)
})

it('does not take an error for the end, though partysocket makes it a close 1000', async () => {
  const { last, sockets, after, over } = setUp()
  await after(0)
  last().opens()
  last().fails()
  expect(over).toEqual(['reconnecting'])
  await after(5000)
  expect(sockets.length).toBeGreaterThan(1)
})

it.each([1000, 4401, 4403])('ends for good when the server closes with %i', async (code) => {
  const { last, sockets, after, over } = setUp()
  await after(0)
  last().opens()
  last().closes(code)
  await after(60_000)
  expect(over).toEqual(['ended'])
  expect(sockets).toHaveLength(1)
})

it('ends when the session is over', async () => {
  const { last, sockets, after, over } = setUp({ getToken: async () => Promise.reject(new SignedOutError()) })
  await after(0)
  last().opens()
  last().closes(1006)
  await after(60_000)
  expect(over).toEqual(['reconnecting', 'ended'])
  expect(sockets).toHaveLength(1)
})

it('goes on while the token cannot be fetched', async () => {
  let isOnline = false
  const { last, sockets, after, onOpen } = setUp({
    getToken: async () => (isOnline ? 'token' : Promise.reject(new Error('offline'))),
  })
  await after(0)
  last().opens()
  last().closes(1006)
  await after(20_000)
  expect(sockets).toHaveLength(1)
  isOnline = true
  await after(5000)
  last().opens()
  expect(onOpen).toHaveBeenCalledTimes(2)
})

it('abandons a silent connection and reconnects at once', async () => {
  const { client, last, sockets, after, over } = setUp()
  await after(0)
  const silent = last()
  silent.opens()
  client.dropSilent()
  expect(silent.closedWith).toBe(4408)
  await after(0)
  expect(sockets).toHaveLength(2)
  expect(over).toEqual(['reconnecting'])
})

it('stays closed once we close it', async () => {
  const { client, last, sockets, after, over } = setUp()
  await after(0)
  last().opens()
  client.close()
  await after(60_000)
  expect(over).toEqual(['ended'])
  expect(sockets).toHaveLength(1)
})

it('closes the connection when the network goes, tries nothing without one, and connects at once when it is back', async () => {
  const { client, last, sockets, after, over, network } = setUp()
  await after(0)
  last().opens()
  network.isOffline = true
  client.wake()
  expect(sockets[0]?.readyState).toBe(3)
  expect(over).toEqual(['reconnecting'])
  await after(60_000)
  expect(sockets).toHaveLength(1)
  network.isOffline = false
  client.wake()
  await after(0)
  expect(sockets).toHaveLength(2)
})

it('does not wait out a delay once the page is looked at again', async () => {
  const { client, last, sockets, after } = setUp()
  await after(0)
  last().opens()
  last().closes(1012)
  await after(500)
  client.wake()
  await after(0)
  expect(sockets).toHaveLength(2)
})

it('connects whatever the browser says of the network where that has proved wrong', async () => {
  const { client, last, sockets, after, network } = setUp()
  network.isOffline = true
  await after(0)
  last().opens()
  client.wake()
  expect(sockets[0]?.readyState).toBe(1)
  last().closes(1012)
  await after(1000)
  expect(sockets).toHaveLength(2)
})

it('sleeps with the page and connects at once when it wakes', async () => {
  const { client, last, sockets, after } = setUp()
  await after(0)
  last().opens()
  client.sleep()
  expect(sockets[0]?.closedWith).toBe(1000)
  await after(60_000)
  expect(sockets).toHaveLength(1)
  client.wake()
  await after(0)
  expect(sockets).toHaveLength(2)
})
