import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type OtherSite = {
  /** A page of that site with one link, `go`, which redirects to `target`. */
  linkTo: (target: string) => string
  close: () => Promise<void>
}

/** Another site: a separate host name, which browsers resolve to this machine. */
export async function startOtherSite(): Promise<OtherSite> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://elsewhere.localhost')
    const target = url.searchParams.get('to') ?? ''
    if (url.pathname === '/go') return void response.writeHead(302, { Location: target }).end()
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(`<!doctype html><title>Elsewhere</title><a href="/go?to=${encodeURIComponent(target)}">go</a>`)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    linkTo: (target) => `http://elsewhere.localhost:${port}/?to=${encodeURIComponent(target)}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
