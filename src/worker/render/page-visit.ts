import { findRoute } from '#shared/routing/match.ts'
import type { AppContext } from '#server/context.ts'
import { isRealVisit } from '#server/fetch-metadata.ts'
import { pageModeOf, pagePath } from './page-url.ts'

/** Whether somebody opens a page: by its document, or by its payload. */
export function isPageVisit(c: AppContext): boolean {
  return isRealVisit(c) && findRoute(pagePath(c.req.path, pageModeOf(c))) !== null
}
