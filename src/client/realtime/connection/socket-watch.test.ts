import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchForSocket } from './socket-watch.ts'

class FakeSocket extends EventTarget {
  isClosed = false
  close() {
    this.isClosed = true
    this.dispatchEvent(new Event('close'))
  }
}

function setUp() {
  const [page, view] = [Object.assign(new EventTarget(), { visibilityState: 'visible' }), new EventTarget()]
  const sockets: FakeSocket[] = []
  const open = () => {
    const socket = new FakeSocket()
    sockets.push(socket)
    return socket as EventTarget as WebSocket
  }
  const onOpen = vi.fn()
  const watch = watchForSocket('ws://kismet.test/realtime', onOpen, { page, view, open })
  return { page, view, sockets, onOpen, watch }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('looks for a WebSocket every minute, and one that opens is handed over', () => {
  const { sockets, onOpen, watch } = setUp()
  watch.start(false)
  expect(sockets).toHaveLength(0)
  vi.advanceTimersByTime(60_000)
  sockets[0]?.close()
  vi.advanceTimersByTime(60_000)
  expect(sockets).toHaveLength(2)
  sockets[1]?.dispatchEvent(new Event('open'))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(sockets[1])
  watch.stop()
  sockets[1]?.dispatchEvent(new Event('open'))
  expect(sockets[1]?.isClosed, 'it is somebody else’s now, who is told so').toBe(false)
})

it('looks at once where a WebSocket has worked, when the network is back, and when the page is looked at again', () => {
  const { page, view, sockets, watch } = setUp()
  watch.start(true)
  expect(sockets).toHaveLength(1)
  view.dispatchEvent(new Event('online'))
  expect(sockets, 'one at a time').toHaveLength(1)
  sockets[0]?.close()
  view.dispatchEvent(new Event('online'))
  sockets[1]?.close()
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sockets).toHaveLength(2)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sockets).toHaveLength(3)
})

it('gives one attempt up after ten seconds', () => {
  const { sockets, watch } = setUp()
  watch.start(true)
  vi.advanceTimersByTime(10_000)
  expect(sockets[0]?.isClosed).toBe(true)
})

it('hands nothing over once it has stopped', () => {
  const { view, sockets, onOpen, watch } = setUp()
  watch.start(true)
  watch.stop()
  sockets[0]?.dispatchEvent(new Event('open'))
  view.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(120_000)
  expect(sockets).toHaveLength(1)
  expect(onOpen).not.toHaveBeenCalled()
})

it('leaves a socket alone that it has handed over, though that says again that it is open', () => {
  const { sockets, onOpen, watch } = setUp()
  onOpen.mockImplementation(() => watch.stop())
  watch.start(true)
  sockets[0]?.dispatchEvent(new Event('open'))
  sockets[0]?.dispatchEvent(new Event('open'))
  expect(onOpen).toHaveBeenCalledOnce()
  expect(sockets[0]?.isClosed).toBe(false)
})
