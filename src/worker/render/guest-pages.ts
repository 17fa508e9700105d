import { createMiddleware } from 'hono/factory'
import { build } from 'virtual:build'
import { findRoute } from '#shared/match.ts'
import type { AppEnv } from '#worker/http/context.ts'
import { takeFlash } from '#worker/http/flash.ts'
import { readContentState } from '#worker/middleware/content-state.ts'

type StoredPage = { body: Uint8Array; etag: string; headers: [string, string][] }

const maxPages = 500

/** Bytes of rendered guest pages in this isolate, oldest use first: a cache that may be lost at any time. */
const stored = new Map<string, StoredPage>()

/**
 * Guest pages without personal data are rendered once per locale, build and content revision and kept as bytes. Browsers
 * must ask again each time (`no-cache` with an ETag), so that signing in shows at once.
 */
export function guestPages() {
  return createMiddleware<AppEnv>(async function serveGuestPage(c, next) {
    c.set('flash', await takeFlash(c))
    const match = c.req.method === 'GET' ? findRoute(c.req.path) : null
    if (match?.route.cache !== 'guest' || c.get('session') || c.get('flash')) return next()
    const { revision } = await readContentState(c.get('db'), c.get('now'))
    const key = `${build.id}:${revision}:${c.req.path}`
    const page = stored.get(key)
    if (page) {
      stored.delete(key)
      stored.set(key, page)
      return send(c.req.header('if-none-match'), page)
    }
    await next()
    if (c.res.status !== 200) return
    const body = new Uint8Array(await c.res.arrayBuffer())
    const etag = `"${await shortHash(body)}"`
    const fresh: StoredPage = { body, etag, headers: [...c.res.headers].filter(([name]) => name !== 'set-cookie') }
    stored.set(key, fresh)
    const [oldest] = stored.keys()
    if (stored.size > maxPages && oldest !== undefined) stored.delete(oldest)
    c.res = undefined
    c.res = send(c.req.header('if-none-match'), fresh)
  })
}

function send(ifNoneMatch: string | undefined, page: StoredPage): Response {
  const headers = new Headers(page.headers)
  headers.set('ETag', page.etag)
  // A compressing proxy in front turns the tag into a weak one; both mean the same bytes here.
  if (ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === page.etag)) return new Response(null, { status: 304, headers })
  return new Response(page.body, { headers })
}

async function shortHash(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
