import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chatActions } from '#features/chat/contract.ts'
import { channelName, type Request } from '#shared/realtime/wire.ts'
import { chat, until } from '#test/support/fixtures/outbox-browser.ts'
import { createRealtime } from '../realtime.ts'
import { watchPage } from '../watch-page.ts'
import { createDelivery } from './deliver.ts'
import { openOutboxStore } from './outbox-store.ts'
import { createOutbox } from './outbox.ts'

// The storage works in macrotasks of its own, which stay real.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** A connection that answers everything for as long as the network is there. */
class FakeSocket extends EventTarget {
  readyState = 0
  binaryType = 'blob'
  readonly answer: (request: Request) => object
  constructor(answer: (request: Request) => object) {
    super()
    this.answer = answer
    queueMicrotask(() => {
      this.readyState = 1
      this.dispatchEvent(new Event('open'))
    })
  }
  send(text: string) {
    if (text === 'ping') return
    const request = JSON.parse(text) as Request
    const data = JSON.stringify({ id: request.id, status: 'success', data: this.answer(request) })
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data })))
  }
  close() {
    this.readyState = 3
  }
}

/** A page in a browser whose network comes and goes, and a server that counts what reaches it. */
function setUp() {
  const network = { isThere: true }
  const [page, view] = [new EventTarget(), new EventTarget()]
  const uploads: string[] = []
  const tried = vi.fn()
  const sent: { text: unknown; photo: unknown }[] = []
  const fetch = async (path: RequestInfo | URL, { body }: RequestInit = {}) => {
    tried()
    if (!network.isThere) throw new TypeError('Failed to fetch')
    if (path === chatActions.photo.path && body instanceof FormData) uploads.push(String(body.get('cid')))
    return Response.json({ photo: { id: 'photo-id', width: 2, height: 1 } })
  }
  const answer = (request: Request) => {
    if (request.type !== 'message:send') return {}
    sent.push({ text: request.text, photo: request.photo })
    return { epoch: 'e', seq: sent.length, sentAt: 1 }
  }
  const realtime = createRealtime({
    memberId: 'anna',
    config: { wssURL: 'ws://kismet.test/realtime', textKey: '', saltLength: 0 },
    createOutbox: (deps) =>
      createOutbox({
        ...deps,
        noteKept: () => {},
        store: openOutboxStore('anna', new IDBFactory()),
        delivery: createDelivery({ ask: deps.ask, fetch }),
        joinTabs: () => ({ alone: (_, work) => work(), broadcast: () => {}, close: () => {} }),
      }),
    onStranger: () => {},
    transports: { load: async () => {}, open: () => new FakeSocket(answer) as EventTarget as WebSocket },
    tokens: { get: async () => 'token', drop: () => {} },
    random: () => 0.5,
    isOffline: () => !network.isThere,
  })
  watchPage(realtime, { page, view })
  realtime.join(channelName.member('anna'))
  const turn = (isThere: boolean) => {
    network.isThere = isThere
    view.dispatchEvent(new Event(isThere ? 'online' : 'offline'))
  }
  const statuses = () => realtime.outbox.items(chat).map(({ text, status }) => `${text} ${status}`)
  return { network, turn, realtime, uploads, tried, sent, statuses }
}

const photo = new Blob(['bytes'])

/** A while without a network, after which the connection waits for nothing but the browser's word. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 100; turns++) {
    vi.advanceTimersByTime(100)
    await new Promise(setImmediate)
  }
}

/** Sooner than any timer of the connection would have tried again. */
async function soon(expectation: () => void): Promise<void> {
  const from = Date.now()
  await until(expectation)
  expect(Date.now() - from).toBeLessThan(5_000)
}

it('a photo written without a network goes up and out once when the browser is online again', async () => {
  const { turn, realtime, uploads, sent, statuses } = setUp()
  await until(() => expect(realtime.getStatus().state).toBe('open'))
  turn(false)
  await until(() => expect(realtime.getStatus().state).toBe('opening'))
  await realtime.outbox.add(chat, { text: 'Look', photo })
  await realtime.outbox.add(chat, { text: 'and after it' })
  await settle()
  expect([statuses(), uploads]).toEqual([['Look pending', 'and after it pending'], []])
  turn(true)
  await soon(() => expect(statuses()).toEqual([]))
  expect(uploads).toHaveLength(1)
  expect(sent).toEqual([{ text: 'Look', photo: 'photo-id' }, { text: 'and after it' }])
  realtime.stop()
})

it('a photo whose upload the lost network cut off is brought up again, under the same cid', async () => {
  const { network, turn, realtime, uploads, tried, sent, statuses } = setUp()
  await until(() => expect(realtime.getStatus().state).toBe('open'))
  // The connection does not notice at once.
  network.isThere = false
  const { cid } = await realtime.outbox.add(chat, { text: 'Look', photo })
  await until(() => expect(tried).toHaveBeenCalled())
  turn(false)
  await settle()
  expect([statuses(), uploads]).toEqual([['Look pending'], []])
  turn(true)
  await soon(() => expect(statuses()).toEqual([]))
  expect(uploads).toEqual([cid])
  expect(sent).toEqual([{ text: 'Look', photo: 'photo-id' }])
  realtime.stop()
})
