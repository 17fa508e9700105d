import { splitLocale } from '#shared/i18n/locales.ts'
import { parseLocalPath } from '#shared/routing/href.ts'
import { findRoute } from '#shared/routing/match.ts'
import { blogFeed } from '#features/blog/contract.ts'
import { searchEnginePaths } from '#features/search-engines/contract.ts'
import { canonicalPath } from '#shared/routing/canonical-path.ts'
import { routes } from '#shared/routing/routes.ts'
import { serviceWorkerPath } from '#shared/service-worker.ts'
import { isServicePath } from '#shared/routing/service-names.ts'

/** `path` has no locale prefix; `target` is such a path, which keeps the visitor's language, or an https URL. */
export type Redirect = { path: string; target: string }

/**
 * Why a redirect is not accepted. `path`: not one that a browser can request. `page`: one of our pages or services. `target`:
 * neither a path of this site nor an https URL. `taken`: the path already has a redirect. `chain`: it would lead to another
 * redirect, or another one to it.
 */
export type RedirectRefusal = 'path' | 'page' | 'target' | 'taken' | 'chain'

/** Pages whose paths come from a table: a city's, a post's. The other routes are pages whatever their parameters. */
export type NamedPage = { kind: 'city' | 'post'; slug: string }

export const redirectLength = { path: 200, target: 1000 } as const

/** Normalises what an operator typed for the look-up of redirects. `origin`: our own, with its scheme. */
export function readRedirect(typed: Redirect, origin: string): Redirect | { refusal: RedirectRefusal } {
  const path = readPath(typed.path.trim(), origin)
  if (path === null) return { refusal: 'path' }
  if (isOwnPage(path)) return { refusal: 'page' }
  const target = readTarget(typed.target.trim(), origin)
  return target === null ? { refusal: 'target' } : { path, target }
}

/** The city or post that may have this path; the tables decide whether it exists. */
export function namedPageOf(path: string): NamedPage | null {
  const { route, params } = findRoute(path) ?? {}
  if (route?.key === routes.city.key) return { kind: 'city', slug: params?.['citySlug'] ?? '' }
  return route?.key === routes.blogPost.key ? { kind: 'post', slug: params?.['slug'] ?? '' } : null
}

/** A redirect leads directly to a page: never to another redirect, and no other redirect leads to it. */
export function conflictOf(redirect: Redirect, others: readonly Redirect[]): 'taken' | 'chain' | null {
  if (others.some(({ path }) => path === redirect.path)) return 'taken'
  const leadsTo = lookedUp(redirect.target)
  if (leadsTo === redirect.path || others.some(({ path }) => path === leadsTo)) return 'chain'
  return others.some(({ target }) => lookedUp(target) === redirect.path) ? 'chain' : null
}

/** The path under which redirects would be looked up for this target; null for another site's URL. */
const lookedUp = (target: string): string | null => (target.startsWith('/') ? pathOf(target).toLowerCase() : null)

const pathOf = (address: string) => /^[^?#]*/.exec(address)?.[0] ?? ''

function readPath(typed: string, origin: string): string | null {
  const own = withoutOrigin(typed, origin).replace(/\/+$/, '')
  const path = parseLocalPath(own.startsWith('/') ? own : `/${own}`)
  if (path === null || path.length > redirectLength.path || /[?#:]|\/\.{1,2}(\/|$)|_payload\.json$/.test(path)) return null
  return splitLocale(canonicalPath(path)).path.toLowerCase()
}

function readTarget(typed: string, origin: string): string | null {
  if (typed.length > redirectLength.target) return null
  const own = withoutOrigin(typed, origin)
  if (!own.startsWith('/')) return readAddress(own)
  const target = parseLocalPath(own)
  if (target === null || /\/\.{1,2}(\/|$)/.test(pathOf(target))) return null
  const { path } = splitLocale(canonicalPath(pathOf(target)))
  return isService(path) ? null : path + target.slice(pathOf(target).length)
}

function readAddress(typed: string): string | null {
  if (!URL.canParse(typed)) return null
  const { protocol, username, password, href } = new URL(typed)
  return protocol === 'https:' && username === '' && password === '' ? href : null
}

/** Our own URL written in full is a path of this site; otherwise it could hide a loop. */
function withoutOrigin(typed: string, origin: string): string {
  if (!URL.canParse(typed)) return typed
  const url = new URL(typed)
  return url.host === new URL(origin).host ? url.pathname + url.search + url.hash : typed
}

const isService = (path: string) => isServicePath(path.toLowerCase()) || serviceFiles.includes(path.toLowerCase())

/** These are answered before any redirect is looked up. */
const serviceFiles: readonly string[] = [
  searchEnginePaths.robots,
  searchEnginePaths.sitemaps,
  blogFeed.path,
  serviceWorkerPath,
  '/manifest.webmanifest',
  '/favicon.ico',
  '/favicon.svg',
]

/** True for a service, or a page that does not depend on the tables. */
export const isOwnPage = (path: string): boolean => isService(path) || (findRoute(path) !== null && namedPageOf(path) === null)
