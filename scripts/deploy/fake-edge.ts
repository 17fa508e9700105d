import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Share } from './platform.ts'

/** A fake of Cloudflare's API and of the deployed worker: both on one port, the API under `/api`. */
export class FakeEdge {
  shares: Share[][] = [[{ version_id: 'old', percentage: 100 }]]
  /** The platform's count of the new version's requests, and of those that ended in an uncaught exception. */
  counted = { requests: 1000, errors: 0 }
  /** The worker's count of answers, and of those with status 500 and above, by build. */
  answered = new Map([
    ['build-old', { requests: 9000, failed: 0 }],
    ['build-new', { requests: 1000, failed: 0 }],
  ])
  migrationTag: string | null = 'v2'
  failing: string | null = null
  /** Fails once a new version has been shown. */
  failingBack: string | null = null
  asked: string[] = []
  /** Objects of the staging builds' bucket. */
  objects = new Map<string, { body: string; contentType: string }>()
  /** How many calls about objects are answered before some get a 429, how many do, and when they may be retried. */
  patience = Infinity
  refusals = 1
  retryAfter = '7'
  /** A failure of its own, or a client that goes away, breaks off that answer alone. */
  #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: Error) => response.destroy(error))
  })

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    // A listening server has an address with a port.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const json = (value: unknown, status = 200) => response.writeHead(status).end(JSON.stringify(value))
    if (path === this.failing || (path === this.failingBack && this.shares.length > 1)) return void json({}, 500)
    if (!path.startsWith('/api/')) {
      this.asked.push(`${path} ${String(request.headers['cloudflare-workers-version-overrides'])}`)
      if (path === '/healthz?deep' && request.headers.authorization !== 'Bearer key') return void json({}, 404)
      return void response.end('<script src="/assets/entry-1.js"></script>')
    }
    if (request.headers.authorization !== 'Bearer token') return void json({}, 403)
    const [, key] = path.split('/api/accounts/a/r2/buckets/kismet-staging-builds/objects/')
    if (key) return this.#answerObject(key, request, Buffer.concat(chunks).toString(), response)
    if (path === '/api/graphql') {
      const accounts = [{ workersInvocationsAdaptive: [{ sum: this.counted }] }]
      return void json({ data: { viewer: { accounts } } })
    }
    if (path === '/api/accounts/a/analytics_engine/sql') return void json(this.#answerQuery(Buffer.concat(chunks).toString()))
    if (path === '/api/accounts/a/workers/services/kismet-staging') {
      if (!this.migrationTag) return void json({}, 404)
      return void json({ result: { default_environment: { script: { migration_tag: this.migrationTag } } } })
    }
    if (path !== '/api/accounts/a/workers/scripts/kismet-staging/deployments') return void json({}, 404)
    if (request.method === 'POST') this.shares.unshift(JSON.parse(Buffer.concat(chunks).toString()).versions)
    return void json({ result: { deployments: this.shares.map((versions) => ({ versions })) } })
  }

  /** As the platform answers: 64-bit numbers as strings, and null for a sum of no rows. */
  #answerQuery(sql: string): object {
    const [, build = ''] = /blob6 = '([^']*)'/.exec(sql) ?? []
    if (!/ from kismet_staging\s.* index1 = 'request'.* format JSON$/s.test(sql)) throw new Error(`Unknown query: ${sql}`)
    const { requests = null, failed = null } = this.answered.get(build) ?? {}
    return { data: [{ requests: requests && String(requests), failed }], rows: 1 }
  }

  #answerObject(key: string, { method, headers }: IncomingMessage, body: string, response: ServerResponse): void {
    if (headers['cf-r2-jurisdiction'] !== 'eu') return void response.writeHead(404).end()
    if (this.patience-- <= 0 && this.refusals-- > 0) return void response.writeHead(429, { 'retry-after': this.retryAfter }).end()
    this.asked.push(`${method} ${key}`)
    if (method === 'PUT') this.objects.set(key, { body, contentType: headers['content-type'] ?? '' })
    if (method === 'DELETE') this.objects.delete(key)
    const found = this.objects.get(key)
    response.writeHead(found || method !== 'GET' ? 200 : 404).end(method === 'GET' ? found?.body : '')
  }
}
