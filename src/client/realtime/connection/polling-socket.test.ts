import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTextCipher } from '#shared/realtime/text-cipher.ts'
import type { PollAnswer } from '#shared/realtime/wire.ts'
import { openPolling, PollingSocket } from './polling-socket.ts'

const cipher = createTextCipher({ textKey: '5f1d3c0a9be84772a6d1c5e8f2b3097d4416aa5be0c97f38b12d6e94a07c83f1', saltLength: 16 })

type Call = {
  poll?: string
  ack: number
  frames?: { id?: number; text?: string; cipher?: string }[]
  close?: true
  isAborted: boolean
  answers(answer?: Partial<PollAnswer<unknown>>): void
  answersStatus(status: number): void
  breaks(): void
}

/** A server that answers when the test makes it. */
function setUp() {
  const calls: Call[] = []
  vi.stubGlobal('fetch', (_url: string, init: { body: string; signal?: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const call: Call = {
      ...JSON.parse(init.body),
      isAborted: false,
      answers: (answer = {}) => resolve(Response.json({ poll: 'q1', frames: [], ...answer })),
      answersStatus: (status) => resolve(new Response('', { status })),
      breaks: () => reject(new TypeError('network')),
    }
    init.signal?.addEventListener('abort', () => {
      call.isAborted = true
      reject(new DOMException('aborted', 'AbortError'))
    })
    calls.push(call)
    return promise
  })
  const socket = new PollingSocket(cipher, (init) => fetch('/realtime/poll', init))
  const log: string[] = []
  socket.addEventListener('open', () => log.push('open'))
  socket.addEventListener('error', () => log.push('error'))
  socket.addEventListener('close', (event) => log.push(`close ${(event as CloseEvent).code}`))
  socket.addEventListener('message', (event) => log.push((event as MessageEvent<string>).data))
  /** Returns the n-th call, once it was made. */
  const call = (n: number) => vi.waitFor(() => calls[n] ?? Promise.reject(new Error(`call ${n} was not made`)))
  const opened = async () => {
    ;(await call(0)).answers()
    await call(1)
  }
  return { socket, calls, log, call, opened }
}
const frame = (n: number) => ({ n, frame: { event: 'x', data: n } })
const shown = (...numbers: number[]) => numbers.map((n) => JSON.stringify({ event: 'x', data: n }))
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('opens with a call of its own and then always holds one', async () => {
  const { socket, calls, log, call } = setUp()
  expect(socket.readyState).toBe(0)
  const first = await call(0)
  expect(first).toMatchObject({ ack: 0 })
  expect(first.poll).toBeUndefined()
  first.answers()
  expect(await call(1)).toMatchObject({ poll: 'q1', ack: 0, frames: [] })
  expect([socket.readyState, log]).toEqual([1, ['open']])
  calls[1]?.answers({ frames: [frame(1)] })
  expect(await call(2)).toMatchObject({ ack: 1 })
  expect(log).toEqual(['open', ...shown(1)])
})

it('brings each frame once and in order, though answers overlap and repeat', async () => {
  const { socket, calls, log, call, opened } = setUp()
  await opened()
  socket.send('ping')
  const sent = await call(2)
  sent.answers({ frames: [frame(1), frame(2), frame(3)] })
  calls[1]?.answers({ frames: [frame(1), frame(2)] })
  ;(await call(3)).answers({ frames: [frame(3), frame(4)] })
  expect(await call(4)).toMatchObject({ ack: 4 })
  expect(log).toEqual(['open', ...shown(1, 2, 3, 4)])
})

it('sends what comes in one go in one call beside the held one, and the next when that is answered', async () => {
  const { socket, calls, call, opened } = setUp()
  await opened()
  for (const id of [1, 2]) socket.send(JSON.stringify({ id, type: 'channel:leave' }))
  expect((await call(2)).frames?.map(({ id }) => id)).toEqual([1, 2])
  socket.send(JSON.stringify({ id: 3 }))
  calls[1]?.answers()
  await after(0)
  expect(calls, 'neither the next frame nor a held call overtakes').toHaveLength(3)
  calls[2]?.answers()
  expect((await call(3)).frames?.map(({ id }) => id)).toEqual([3])
})

it('puts ciphers in the place of texts, both ways', async () => {
  const { socket, calls, log, call, opened } = setUp()
  await opened()
  socket.send(JSON.stringify({ id: 1, type: 'message:send', text: 'hello' }))
  const [sent] = (await call(2)).frames ?? []
  expect(sent).not.toHaveProperty('text')
  expect(await cipher.decrypt(sent?.cipher ?? '')).toBe('hello')
  const data = { seq: 1, cipher: await cipher.encrypt('and back') }
  calls[2]?.answers({ frames: [{ n: 1, frame: { event: 'message', channel: 'c', data } }] })
  await vi.waitFor(() => expect(log).toHaveLength(2))
  expect(JSON.parse(log[1] ?? '')).toEqual({ event: 'message', channel: 'c', data: { seq: 1, text: 'and back' } })
})

it('splits what is too much for one call', async () => {
  const { socket, call, opened } = setUp()
  await opened()
  for (const id of [1, 2, 3]) socket.send(JSON.stringify({ id, data: 'x'.repeat(30_000) }))
  const first = await call(2)
  expect(first.frames?.map(({ id }) => id)).toEqual([1, 2])
  first.answers()
  expect((await call(3)).frames?.map(({ id }) => id)).toEqual([3])
})

it('retries a failed call with the same requests, and closes the connection after three', async () => {
  const { socket, calls, log, call, opened } = setUp()
  await opened()
  socket.send(JSON.stringify({ id: 7 }))
  ;(await call(2)).answersStatus(503)
  await after(1000)
  expect((await call(3)).frames).toEqual([{ id: 7 }])
  calls[3]?.breaks()
  await after(1000)
  ;(await call(4)).breaks()
  await vi.waitFor(() => expect(log).toEqual(['open', 'error', 'close 1006']))
  expect(calls[1]?.isAborted).toBe(true)
  expect(socket.readyState).toBe(3)
})

it('gives up a call without an answer for 20 s', async () => {
  const { calls, call, opened } = setUp()
  await opened()
  await after(20_000)
  expect(calls[1]?.isAborted).toBe(true)
  await after(1000)
  expect(await call(2)).toMatchObject({ poll: 'q1' })
})

it.each([4401, 4403, 4408, 4429, 1012])('closes with the server’s code %i', async (code) => {
  const { log, calls, opened } = setUp()
  await opened()
  calls[1]?.answers({ frames: [frame(1)], closed: { code, reason: '' } })
  await vi.waitFor(() => expect(log).toEqual(['open', ...shown(1), `close ${code}`]))
})

it('hands on the reason, in which the server names a wait', async () => {
  const { socket, calls, opened } = setUp()
  const reasons: string[] = []
  socket.addEventListener('close', (event) => void reasons.push((event as CloseEvent).reason))
  await opened()
  calls[1]?.answers({ frames: [], closed: { code: 1012, reason: 'wait 12345 ms' } })
  await vi.waitFor(() => expect(reasons).toEqual(['wait 12345 ms']))
})

it('was never open when the first answer closes it', async () => {
  const { log, call } = setUp()
  ;(await call(0)).answers({ closed: { code: 4401, reason: 'sign in first' } })
  await vi.waitFor(() => expect(log).toEqual(['close 4401']))
})

it('fails at once when the first call does', async () => {
  const { calls, log, call } = setUp()
  ;(await call(0)).breaks()
  await vi.waitFor(() => expect(log).toEqual(['error', 'close 1006']))
  await after(10_000)
  expect(calls).toHaveLength(1)
})

it('takes a flood answer for too many, and a refused call for a broken connection', async () => {
  const flooded = setUp()
  ;(await flooded.call(0)).answersStatus(429)
  await vi.waitFor(() => expect(flooded.log).toEqual(['close 4429']))
  const refused = setUp()
  await refused.opened()
  refused.calls[1]?.answersStatus(422)
  await vi.waitFor(() => expect(refused.log).toEqual(['open', 'error', 'close 1006']))
})

it('does not go on over a missing number or an unreadable text', async () => {
  const gap = setUp()
  await gap.opened()
  gap.calls[1]?.answers({ frames: [frame(1), frame(3)] })
  await vi.waitFor(() => expect(gap.log).toEqual(['open', ...shown(1), 'error', 'close 1006']))
  const forged = setUp()
  await forged.opened()
  forged.calls[1]?.answers({ frames: [{ n: 1, frame: { event: 'message', data: { cipher: 'nonsense' } } }] })
  await vi.waitFor(() => expect(forged.log).toEqual(['open', 'error', 'close 1006']))
})

it('notifies the server when it closes, and receives nothing more', async () => {
  const { socket, calls, log, call, opened } = setUp()
  await opened()
  calls[1]?.answers({ frames: [frame(1)] })
  socket.close(1000)
  expect(calls.at(-1)).toMatchObject({ poll: 'q1', close: true })
  await after(30_000)
  expect(log).toEqual(['open', 'close 1000'])
  expect((await call(2)).close).toBe(true)
  expect(calls).toHaveLength(3)
  socket.send('ping')
  expect(calls).toHaveLength(3)
})

it('leaves a second after a WebSocket has taken over', async () => {
  const { socket, calls, opened } = setUp()
  await opened()
  socket.end(4000, 'a WebSocket is open')
  await after(999)
  expect(calls).toHaveLength(2)
  await after(1)
  expect(calls[2]).toMatchObject({ poll: 'q1', close: true })
})

it('closed before it was open, it counts as lost: no server has closed it', async () => {
  const { socket, log, call } = setUp()
  await call(0)
  socket.close()
  expect(log).toEqual([])
  await Promise.resolve()
  expect(log).toEqual(['close 1006'])
})

it.each([
  ['wss://live.kismet.example/realtime?packed', 'https://live.kismet.example/realtime/poll'],
  ['ws://localhost:8787/realtime', 'http://localhost:8787/realtime/poll'],
])('calls the host of %s', (url, address) => {
  const post = vi.fn<typeof fetch>(() => new Promise(() => {}))
  vi.stubGlobal('fetch', post)
  for (const name of ['document', 'window']) vi.stubGlobal(name, new EventTarget())
  const config = { textKey: 'a'.repeat(64), saltLength: 16 }
  const polling = openPolling({ config, url, triesSocketAtOnce: false, onSocket: () => {} })
  expect(post.mock.calls.map(([to]) => to)).toEqual([address])
  polling.close()
})
