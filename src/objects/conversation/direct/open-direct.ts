import { limitsFactor, type Env } from '#server/env.ts'
import type { Connection } from '#objects/platform/connection.ts'
import { FrameReader } from '#objects/member-hub/dispatch/frame-reader.ts'
import type { Request } from '#shared/realtime/wire.ts'
import { DirectConnection } from './direct-connections.ts'
import { DirectRequests, type DirectRequestsDeps } from './direct-requests.ts'
import { DirectSockets, type DirectSocketsDeps } from './direct-sockets.ts'
import type { WatchedSockets } from '../pair-access.ts'
import { watchedBy } from './watched-sockets.ts'

const normalClosure = 1000

/** The conversation's direct sockets, and what their events lead to. */
export type Direct = {
  sockets: DirectSockets
  watched: WatchedSockets
  receive(socket: WebSocket, frame: string | ArrayBuffer): Promise<void>
  /** `code`: of the client's close frame, if there was one. */
  closed(socket: WebSocket, code?: number): void
}

export type DirectDeps = Omit<DirectSocketsDeps, 'limitsFactor'> &
  Pick<DirectRequestsDeps, 'openFor' | 'notifyHubs'> & { env: Env }

export function openDirect(deps: DirectDeps, head: number): Direct {
  const factor = limitsFactor(deps.env)
  const sockets = new DirectSockets({ ...deps, limitsFactor: factor }, head)
  const conversation = deps.ctx.id.name ?? ''
  const requests = new DirectRequests({ ...deps, limitsFactor: factor, directs: sockets, conversation })
  const readerOf = (connection: DirectConnection) =>
    new FrameReader({
      dispatcher: { handle: (_: Connection, request: Request) => requests.handle(connection, request) },
      limits: { takeRequest: (now) => requests.takeRequest(connection.member, now) },
      pong: { text: sockets.pong },
    })
  return {
    sockets,
    watched: watchedBy(sockets),
    async receive(socket, frame) {
      const connection = sockets.of(socket)
      connection.transport.touch(Date.now())
      await readerOf(connection).receive(connection, frame)
    },
    closed(socket, code) {
      const connection = sockets.of(socket)
      // The object itself must answer the close frame; the client's code may be one that cannot be sent (1005).
      if (code !== undefined) connection.close(code < 3000 ? normalClosure : code, 'goodbye')
      sockets.closed(connection)
    },
  }
}
