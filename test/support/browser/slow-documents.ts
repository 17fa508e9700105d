import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

export type SlowDocuments = AsyncDisposable & {
  origin: string
  /** Releases the held part and everything after it. */
  release: () => void
  /** Closes the connections of the documents that have stopped. */
  cut: () => void
}

/** Where a document stops: before the first part that was not ready with the shell, or within the counts, which come after it. */
const stops = { before: /<div hidden id="S:/, amid: /<div hidden id="S:[^]* id="late-unread">[^<]{5}/ }
export type Stop = keyof typeof stops

/**
 * Proxies the server and delays a document's content after its shell, as a busy object or a slow connection would. Everything
 * else passes. A document without deferred parts fails, because the test would prove nothing.
 */
export async function slowDocuments(target: string, stop: Stop = 'before'): Promise<SlowDocuments> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { hostname, port } = new URL(target)
  const documents = new Set<ServerResponse>()
  const server = createServer((incoming, outgoing) => {
    const isDocument = incoming.headers['sec-fetch-dest'] === 'document'
    const { 'accept-encoding': encoding = '', ...headers } = incoming.headers
    const options = { hostname, port, method: incoming.method, path: incoming.url }
    const call = request({ ...options, headers: isDocument ? headers : { ...headers, 'accept-encoding': encoding } })
    call.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      if (!isDocument) return response.pipe(outgoing)
      documents.add(outgoing)
      passSlowly(response, outgoing, stop, released).catch((error: Error) => outgoing.destroy(error))
    })
    call.on('error', () => outgoing.destroy())
    incoming.pipe(call)
  })
  const lines = new Set<Duplex>()
  server.on('upgrade', (incoming, socket, head) => {
    lines.add(socket)
    passSocket(incoming, socket, head, connect(Number(port), hostname))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    release,
    cut() {
      for (const document of documents) document.destroy()
    },
    async [Symbol.asyncDispose]() {
      for (const line of lines) line.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function passSlowly(
  response: IncomingMessage,
  outgoing: ServerResponse,
  stop: Stop,
  released: Promise<void>,
): Promise<void> {
  let seen = ''
  for await (const chunk of response.setEncoding('utf8')) {
    const before = seen.length
    seen += chunk
    const found = stops[stop].exec(seen)
    if (!found) outgoing.write(chunk)
    else {
      const lateAt = found.index + (stop === 'before' ? 0 : found[0].length)
      // A piece of the marker may already have been sent: the browser waits for the rest.
      outgoing.write(seen.slice(before, Math.max(before, lateAt)))
      await released
      outgoing.write(seen.slice(Math.max(before, lateAt)))
      for await (const rest of response) outgoing.write(rest)
    }
  }
  if (!stops[stop].test(seen)) throw new Error('Nothing in this document is late')
  outgoing.end()
}

export function passSocket(incoming: IncomingMessage, socket: Duplex, head: Buffer, line: Duplex): void {
  const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}`)
  line.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  line.write(head)
  line.pipe(socket).pipe(line)
  for (const each of [line, socket])
    each.on('close', () => {
      line.destroy()
      socket.destroy()
    })
  for (const each of [line, socket]) each.on('error', () => {})
}
