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
  /** Opens one connection of the policy's transport. */
  open(policy: Pick<Policy, 'transport' | 'hasSocketWorked'>, url: string): SocketLike
}

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
      if (found?.readyState !== WebSocket.OPEN) return new WebSocket(url)
      // The new owner waits for this event, which is already past.
      queueMicrotask(() => found.dispatchEvent(new Event('open')))
      return found
    },
  }
}
