import { ping, readFrames, type ServerEvent } from '#shared/realtime/wire.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createRequests } from '../requests.ts'
import { createSocketClient, type SocketDeps } from './socket.ts'

export type ConnectionDeps = Omit<SocketDeps, 'onText'> & {
  onEvent: (event: ServerEvent) => void
}

export type Connection = ReturnType<typeof createConnection>

/** The socket with requests that are answered, events, and a heartbeat that notices silence. */
export function createConnection({ onOpen, onOver, onEvent, ...deps }: ConnectionDeps) {
  const requests = createRequests((frame) => socket.send(JSON.stringify(frame)))
  const heartbeat = createHeartbeat({ ping: () => void socket.send(ping), onSilence: () => socket.dropSilent() })
  const socket = createSocketClient({
    ...deps,
    onOpen() {
      heartbeat.start()
      onOpen()
    },
    onOver(announce) {
      heartbeat.stop()
      requests.abandon()
      onOver(announce)
    },
    onText(text) {
      heartbeat.received()
      for (const frame of readFrames(text)) {
        if ('id' in frame) requests.answer(frame)
        else onEvent(frame)
      }
    },
  })
  return {
    ask: requests.ask,
    isOpen: socket.isOpen,
    transport: socket.transport,
    dropSilent: socket.dropSilent,
    sleep: socket.sleep,
    /** Connects at once, or checks that an open connection still answers. */
    wake() {
      socket.wake()
      if (socket.isOpen()) heartbeat.probe()
    },
    close: socket.close,
  }
}
