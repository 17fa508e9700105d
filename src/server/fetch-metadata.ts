import { findRoute } from '#shared/routing/match.ts'
import { routes } from '#shared/routing/routes.ts'
import type { AppContext } from './context.ts'

/** The browser's values when the person opened the address themselves, or came from a page of ours. */
const ownSites = new Set(['same-origin', 'none'])

/**
 * Returns true if another site led here, even by a redirect: browsers report it (`Sec-Fetch-Site`) for the whole chain. Following
 * a stranger's link must not reveal the viewer to that stranger. Such a page is therefore shown, but leaves no trace.
 */
export function isFromElsewhere(c: AppContext): boolean {
  const site = c.req.header('sec-fetch-site')
  return (site !== undefined && !ownSites.has(site)) || isRemembered(c)
}

/** True after a sign-in that remembers a page: its URL may be a stranger's link that a guest had followed. */
function isRemembered(c: AppContext): boolean {
  const referer = c.req.header('referer') ?? ''
  if (!URL.canParse(referer)) return false
  const { pathname, searchParams } = new URL(referer)
  return searchParams.has('next') && findRoute(pathname)?.route.key === routes.signIn.key
}

/** Returns false for a HEAD request, for a prefetch, and for a link on another site. */
export function isRealVisit(c: AppContext): boolean {
  const purpose = `${c.req.header('sec-purpose') ?? ''} ${c.req.header('purpose') ?? ''}`
  return c.req.method === 'GET' && !/prefetch|prerender/i.test(purpose) && !isFromElsewhere(c)
}
