import type { TextCipherConfig } from '#shared/realtime/text-cipher.ts'
import type { Policy, Transport } from './reconnect-policy.ts'

/** What the reconnecting client uses of a WebSocket. */
export type SocketLike = Pick<
  WebSocket,
  'addEventListener' | 'removeEventListener' | 'dispatchEvent' | 'binaryType' | 'send' | 'close'
> & { readonly readyState: number }

/** What connections are made of; anything of a WebSocket's shape will do. */
export type Transports = {
  /** Fetches what the transport needs before its first use. */
  load(transport: Transport): Promise<void>
  /** Opens one connection of the transport whose turn it is. */
  open(policy: Pick<Policy, 'transport' | 'hasSocketWorked'>, url: string): SocketLike
}

/** WebSocket, and polling as a part that comes when it is needed. */
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
      // Whoever takes it over waits for this event, which has long been.
      queueMicrotask(() => found.dispatchEvent(new Event('open')))
      return found
    },
  }
}
