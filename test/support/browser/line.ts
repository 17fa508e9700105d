import { createServer, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { passSocket } from './slow-documents.ts'

/** The connection between a browser and its server. Unlike Playwright's own routes, a service worker cannot bypass it. */
export type Line = AsyncDisposable & {
  origin: string
  /** Every request waits for this long. */
  delayMs: number
  /** Every request waits until the returned function is called. */
  hold: () => () => void
  /** Nothing answers. */
  isDown: boolean
  /** Requests whose path ends with this are answered with 401, like those of an ended session. */
  unauthorized: string | null
}

export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Duplex>()
  const server = createServer(async (incoming, outgoing) => {
    await Promise.all([wait(line.delayMs), held])
    if (line.isDown) return outgoing.destroy()
    if (line.unauthorized && incoming.url?.split('?')[0]?.endsWith(line.unauthorized)) return outgoing.writeHead(401).end('{}')
    const call = request({ hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers })
    call.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    call.on('error', () => outgoing.destroy())
    incoming.pipe(call)
  })
  server.on('upgrade', (incoming, socket, head) => {
    if (line.isDown) return socket.destroy()
    sockets.add(socket)
    passSocket(incoming, socket, head, connect(Number(port), hostname))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  let isDown = false
  let held = Promise.resolve()
  const line: Line = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    delayMs: 0,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    unauthorized: null,
    get isDown() {
      return isDown
    },
    set isDown(next) {
      isDown = next
      if (next) for (const socket of sockets) socket.destroy()
      if (next) server.closeAllConnections()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return line
}
