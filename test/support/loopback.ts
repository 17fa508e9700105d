import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LoopbackServer = { origin: string; close: () => Promise<void> }

/** Makes a server listen on a free loopback port. Closing it ends the connections that are still open. */
export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
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
