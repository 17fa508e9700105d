import { realtimeActions } from '#features/member-hub/contract.ts'
import { PollingSocket } from '#client/realtime/connection/polling-socket.ts'
import { watchForSocket } from '#client/realtime/connection/socket-watch.ts'
import type { Transports } from '#client/realtime/connection/transports.ts'
import { createTextCipher, type TextCipherConfig } from '#shared/realtime/text-cipher.ts'
import { closeCodes } from '#shared/realtime/wire.ts'

type TransportOptions = {
  origin: string
  config: TextCipherConfig
  /** What a browser adds by itself: cookie and Origin. */
  headers: Record<string, string>
  /** Its `visibilitychange` makes a polling client look whether a WebSocket gets through by now. */
  page: EventTarget
  /** Sees every connection before the client does. */
  wrap: (socket: WebSocket, transport: 'websocket' | 'polling') => WebSocket
}

/** Node's WebSocket takes headers. */
const NodeWebSocket = WebSocket as unknown as new (url: string, init: { headers: Record<string, string> }) => WebSocket

/** The transports of a page (src/client/realtime/connection/transports.ts) in Node, where nothing has an address, a cookie or a document. */
export function nodeTransports({ origin, config, headers, page, wrap }: TransportOptions): Transports {
  let ready: WebSocket | undefined
  const openSocket = (url: string) => new NodeWebSocket(url, { headers })
  const post = (init: RequestInit) =>
    fetch(origin + realtimeActions.poll.path, { ...init, headers: { ...init.headers, ...headers } })

  return {
    load: async () => {},
    open({ transport, hasSocketWorked }, url) {
      if (transport === 'websocket') {
        const found = ready
        ready = undefined
        if (found?.readyState !== WebSocket.OPEN) return wrap(openSocket(url), transport)
        queueMicrotask(() => found.dispatchEvent(new Event('open')))
        return wrap(found, transport)
      }
      const polling = new PollingSocket(createTextCipher(config), post)
      const onSocket = (socket: WebSocket) => {
        ready = socket
        polling.end(closeCodes.switched, 'a WebSocket is open')
      }
      const watch = watchForSocket(url, onSocket, { page, view: new EventTarget(), open: openSocket })
      polling.addEventListener('open', () => watch.start(hasSocketWorked))
      polling.addEventListener('close', watch.stop)
      return wrap(polling as EventTarget as WebSocket, transport)
    },
  }
}
