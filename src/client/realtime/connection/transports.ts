import type { TextCipherConfig } from '#shared/realtime/text-cipher.ts'
import type { Policy, Transport } from './reconnect-policy.ts'

/** The part of a WebSocket that the reconnecting client uses. */
export type SocketLike = Pick<
  WebSocket,
  'addEventListener' | 'removeEventListener' | 'dispatchEvent' | 'binaryType' | 'send' | 'close'
> & { readonly readyState: number }

/** The source of connections; any object with a WebSocket's interface will do. */
export type Transports = {
  /** Loads the transport's code before its first use. */
  load(transport: Transport): Promise<void>
  /** Opens one connection of the policy's transport. Throws where the browser refuses to make one. */
  open(policy: Pick<Policy, 'transport' | 'hasSocketWorked'>, url: string): SocketLike
}

/** States of a WebSocket; a browser without one has not its constants. */
const states = { connecting: 0, open: 1, closed: 3 } as const

/** WebSocket, and polling, whose code is loaded when it is needed. */
export function createTransports(config: TextCipherConfig): Transports {
  let polling: typeof import('./polling-socket.ts') | undefined
  /** A WebSocket that opened while polling went on. */
  let ready: WebSocket | undefined

  return {
    async load(transport) {
      if (transport === 'polling') polling ??= await import('./polling-socket.ts')
    },
    open({ transport, hasSocketWorked }, url) {
      if (transport === 'polling' && polling)
        return polling.openPolling({ config, url, triesSocketAtOnce: hasSocketWorked, onSocket: (socket) => (ready = socket) })
      const found = ready
      ready = undefined
      if (found?.readyState !== states.open) return new WebSocket(url)
      // The new owner waits for this event, which is already past.
      queueMicrotask(() => found.dispatchEvent(new Event('open')))
      return found
    },
  }
}

/** The browser's close code for a connection that failed without a close frame. */
const lostConnection = 1006

/** A connection that fails right after it was made, with a WebSocket's events. */
class FailedSocket extends EventTarget implements SocketLike {
  binaryType: BinaryType = 'blob'
  readyState: number = states.connecting

  constructor() {
    super()
    queueMicrotask(() => {
      this.readyState = states.closed
      this.dispatchEvent(new Event('error'))
      this.dispatchEvent(new CloseEvent('close', { code: lostConnection }))
    })
  }

  send(): void {}
  close(): void {}
}

/** Opens a connection; where the browser has none to make, or throws, that is a failed attempt like any other (spec §9). */
export function openOrFail(open: () => SocketLike): SocketLike {
  try {
    return open()
  } catch (error) {
    console.warn('The connection could not be made', error)
    return new FailedSocket()
  }
}
