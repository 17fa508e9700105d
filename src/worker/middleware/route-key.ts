import { matchedRoutes } from 'hono/route'
import { findRoute } from '#shared/routing/match.ts'
import type { AppContext } from '#server/context.ts'
import { pageModeOf, pagePath } from '#worker/render/page-url.ts'

/**
 * Names the requested route without its URL, which may contain a token or an id: a page's key such as `likes`, or the declared
 * path such as `/photos/:token/:file`.
 */
export function routeKey(c: AppContext): string {
  const declared = matchedRoutes(c).findLast(({ path }) => !path.includes('*'))
  return declared?.path ?? findRoute(pagePath(c.req.path, pageModeOf(c)))?.route.key ?? 'not-found'
}
