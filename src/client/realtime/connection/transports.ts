import type { TextCipherConfig } from '#shared/realtime/text-cipher.ts'
import type { Policy, Transport } from './reconnect-policy.ts'

/** The part of a WebSocket that the reconnecting client uses. */
export type SocketLike = Pick<
  WebSocket,
  'addEventListener' | 'removeEventListener' | 'dispatchEvent' | 'binaryType' | 'send' | 'close'
> & { readonly readyState: number }

/** The source of connections; any object with a WebSocket's interface works. */
export type Transports = {
  /** Loads the transport's code before its first use. */
  load(transport: Transport): Promise<void>
  /** Opens one connection with the policy's transport. Throws if the browser refuses to create one. */
  open(policy: Pick<Policy, 'transport' | 'hasSocketWorked'>, url: string): SocketLike
}

/** States of a WebSocket; a browser without WebSocket lacks its constants. */
const states = { connecting: 0, open: 1, closed: 3 } as const

/** WebSocket, and polling, whose code is loaded on demand. */
export function createTransports(config: TextCipherConfig): Transports {
  let polling: typeof import('./polling-socket.ts') | undefined
  /** A WebSocket that opened during polling. */
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
      // The new owner waits for this event, which has already fired.
      queueMicrotask(() => found.dispatchEvent(new Event('open')))
      return found
    },
  }
}

/** The browser's close code for a connection that failed without a close frame. */
const lostConnection = 1006

/** A connection that fails right after its creation, with a WebSocket's events. */
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

/** Opens a connection; if the browser cannot create one, or throws, that counts as a failed attempt (spec §9). */
export function openOrFail(open: () => SocketLike): SocketLike {
  try {
    return open()
  } catch (error) {
    console.warn('The connection could not be made', error)
    return new FailedSocket()
  }
}
