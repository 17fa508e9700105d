import { createMiddleware } from 'hono/factory'
import { build } from 'virtual:build'
import { splitLocale } from '#shared/i18n/locales.ts'
import { findRoute } from '#shared/match.ts'
import { routes } from '#shared/routes.ts'
import type { AppEnv } from '#worker/http/context.ts'
import { takeFlash } from '#worker/http/flash.ts'
import { findContentState, readContentState, type ContentState } from '#worker/middleware/content-state.ts'
import { preferredLocale } from '#worker/middleware/request-context.ts'
import { addSecurityHeaders } from '#worker/middleware/security-headers.ts'

type StoredPage = { body: Uint8Array; etag: string; headers: Headers }

const maxPages = 500

/** Bytes of rendered guest pages in this isolate, least recently made first: a cache that may be lost at any time. */
const stored = new Map<string, StoredPage>()

/** With the origin, because a page names its own in its links and its policy. `address` ends before the query. */
const keyOf = (address: string, { revision }: ContentState) => `${build.id}:${revision}:${address}`

/**
 * Guest pages without personal data are rendered once per locale, build and content revision and kept as bytes. Browsers
 * must ask again each time (`no-cache` with an ETag), so that signing in shows at once.
 */
export function guestPages() {
  return createMiddleware<AppEnv>(async function storeGuestPage(c, next) {
    c.set('flash', await takeFlash(c))
    const match = c.req.method === 'GET' ? findRoute(c.req.path) : null
    if (match?.route.cache !== 'guest' || c.get('session') || c.get('flash')) return next()
    await next()
    if (c.res.status !== 200) return
    const page = await toStoredPage(c.res)
    stored.set(keyOf(withoutQuery(c.req.url), await readContentState(c.get('db'), c.get('now'))), page)
    const [oldest] = stored.keys()
    if (stored.size > maxPages && oldest !== undefined) stored.delete(oldest)
    c.res = undefined
    c.res = send(c.req.header('if-none-match'), page)
  })
}

/**
 * The short way for a guest page that is stored: no middleware, no binding, no database. Null sends the request the long
 * way: another method, a session or a refused form at hand, a redirect for this path, or `/` in another language.
 */
export function findStoredAnswer(request: Request, now: number): Response | null {
  if (request.method !== 'GET' || stored.size === 0) return null
  const state = findContentState(now)
  if (!state) return null
  const address = withoutQuery(request.url)
  const page = stored.get(keyOf(address, state))
  if (!page) return null
  const path = pathOf(address)
  const cookie = request.headers.get('cookie')
  if (cookie?.includes('__Host-')) return null
  if (state.redirects.size > 0 && state.redirects.has(splitLocale(path).path)) return null
  if (path === routes.home.path && preferredLocale(request.headers).prefix !== '') return null
  return send(request.headers.get('if-none-match') ?? undefined, page)
}

/** Origin and path of an address; a whole URL object costs more than the rest of the short way. */
function withoutQuery(address: string): string {
  const end = address.indexOf('?')
  return end === -1 ? address : address.slice(0, end)
}

function pathOf(address: string): string {
  return address.slice(address.indexOf('/', 8))
}

async function toStoredPage(response: Response): Promise<StoredPage> {
  const body = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.delete('set-cookie')
  headers.set('ETag', `"${await shortHash(body)}"`)
  addSecurityHeaders(headers)
  return { body, headers, etag: headers.get('ETag') ?? '' }
}

function send(ifNoneMatch: string | undefined, page: StoredPage): Response {
  // A compressing proxy in front turns the tag into a weak one; both mean the same bytes here.
  if (ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === page.etag))
    return new Response(null, { status: 304, headers: page.headers })
  return new Response(page.body, { headers: page.headers })
}

async function shortHash(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
