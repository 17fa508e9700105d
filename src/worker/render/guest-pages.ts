import { createMiddleware } from 'hono/factory'
import { build } from 'virtual:build'
import { splitLocale } from '#shared/i18n/locales.ts'
import { findRoute } from '#shared/routing/match.ts'
import { routes } from '#shared/routing/routes.ts'
import type { AppEnv } from '#server/context.ts'
import type { Env } from '#server/env.ts'
import { pixelStateOf } from '#features/pixel/rules.ts'
import { takeFlash } from '#server/actions/flash.ts'
import { findContentState, readContentState, type ContentState } from '#worker/middleware/content-state.ts'
import { preferredLocale } from '#worker/middleware/request-context.ts'
import { addSecurityHeaders } from '#worker/middleware/security-headers.ts'
import { createPageStore, type StoredPage } from './page-store.ts'

/** Room for every public page in every language, 660 of them for cities, in an isolate of 128 MB (docs/performance.md). */
const maxBytes = 40_000_000

const stored = createPageStore(maxBytes)

/** For tests that share an isolate. */
export const forgetGuestPages = (): void => stored.clear()

/**
 * Contains the origin in the page's links and its policy: the configured one, if any. If there is a pixel, it also contains the
 * guest's answer about it.
 */
const keyOf = (env: KeyEnv, { origin, path }: Address, { revision }: ContentState, headers: Headers) =>
  `${build.id}:${revision}:${pixelStateOf(headers, env) ?? ''}:${env.PUBLIC_ORIGIN || origin}${path}`

type KeyEnv = Pick<Env, 'PUBLIC_ORIGIN' | 'ENVIRONMENT' | 'PIXEL_ID'>
type Address = { origin: string; path: string }

/**
 * Guest pages without personal data are rendered once per locale, build and content revision and cached as bytes. Browsers must
 * revalidate each time (`no-cache` with an ETag), so that a sign-in takes effect immediately.
 */
export function guestPages() {
  return createMiddleware<AppEnv>(async function storeGuestPage(c, next) {
    c.set('flash', await takeFlash(c))
    const match = c.req.method === 'GET' ? findRoute(c.req.path) : null
    if (match?.route.cache !== 'guest' || c.get('session') || c.get('flash')) return next()
    const address = readAddress(c.req.url)
    // A path has unlimited percent-encoded spellings: only the plain one is cached.
    if (address.path !== c.req.path) return next()
    // Read before the page's own rows: after a change in between, the page must not be stored under the new revision.
    const state = await readContentState(c.get('db'), c.get('now'))
    await next()
    if (c.res.status !== 200) return
    const page = await toStoredPage(c.res)
    stored.put(keyOf(c.env, address, state, c.req.raw.headers), page, String(state.revision))
    c.res = undefined
    c.res = send(c.req.header('if-none-match'), page)
  })
}

/**
 * Fast path for a cached guest page: no middleware, no binding, no database. Null means the normal path: another method, a
 * session, a refused form, a redirect for this path, or `/` in another language.
 */
export function findStoredAnswer(request: Request, env: KeyEnv, now: number): Response | null {
  if (request.method !== 'GET' || stored.isEmpty) return null
  const state = findContentState(now)
  if (!state) return null
  const address = readAddress(request.url)
  const page = stored.get(keyOf(env, address, state, request.headers))
  if (!page) return null
  const { path } = address
  const cookie = request.headers.get('cookie')
  if (cookie?.includes('__Host-') || request.headers.has('authorization')) return null
  if (state.redirects.size > 0 && state.redirects.has(splitLocale(path).path)) return null
  if (path === routes.home.path && preferredLocale(request.headers).prefix !== '') return null
  return send(request.headers.get('if-none-match') ?? undefined, page)
}

/** Origin and path as text; a URL object would cost more than the rest of the fast path. */
function readAddress(url: string): Address {
  const start = url.indexOf('/', 8)
  const end = url.indexOf('?', start)
  return { origin: url.slice(0, start), path: end === -1 ? url.slice(start) : url.slice(start, end) }
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
