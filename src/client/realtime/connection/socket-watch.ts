import { optional } from '#ui/browser/optional.ts'
import { timings } from '#shared/realtime/wire.ts'

type WatchDeps = {
  page: EventTarget & { visibilityState?: string }
  view: EventTarget
  open: (url: string) => WebSocket
}

/**
 * Tries periodically whether a WebSocket opens: every minute, when the page becomes visible, and when the network is back.
 * `onOpen` gets it while it is open.
 */
export function watchForSocket(
  url: string,
  onOpen: (socket: WebSocket) => void,
  { page = document, view = window, open = (address) => new WebSocket(address) }: Partial<WatchDeps> = {},
) {
  let isOn = false
  let timer: ReturnType<typeof setInterval> | undefined
  let attempt: WebSocket | null = null

  const look = () => {
    if (!isOn || attempt || page.visibilityState === 'hidden') return
    const socket = optional(() => open(url))
    // This browser cannot create one: polling continues.
    if (!socket) return
    attempt = socket
    const giveUp = setTimeout(() => socket.close(), timings.connectTimeoutMs)
    const settle = () => {
      clearTimeout(giveUp)
      if (attempt === socket) attempt = null
    }
    socket.addEventListener('close', settle)
    // Stop after one: the new owner gets a second `open` event.
    const onceOpen = () => {
      settle()
      if (isOn) onOpen(socket)
      else socket.close()
    }
    socket.addEventListener('open', onceOpen, { once: true })
  }
  return {
    start(isAtOnce: boolean): void {
      isOn = true
      timer = setInterval(look, timings.socketRetryMs)
      page.addEventListener('visibilitychange', look)
      view.addEventListener('online', look)
      if (isAtOnce) look()
    },
    stop(): void {
      isOn = false
      clearInterval(timer)
      page.removeEventListener('visibilitychange', look)
      view.removeEventListener('online', look)
      attempt?.close()
    },
  }
}
