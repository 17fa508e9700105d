import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LoopbackServer = { origin: string; close: () => Promise<void> }

/** Makes a server listen on a free loopback port. Closing it ends the connections that are still open. */
export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
  // Otherwise it closes a connection that is idle for some seconds, perhaps at the moment when its client uses it again.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * A server with this handler. A client that goes away in the middle of a request, as one does whose runtime is reset between two
 * files of tests, is no failure. Any other one is: nothing catches it.
 */
export function answerBy(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Server {
  return createServer(async (request, response) => {
    try {
      await answer(request, response)
    } catch (error) {
      response.destroy()
      const hasGone = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
      if (!hasGone) throw error
    }
  })
}
