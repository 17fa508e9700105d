import type { Route } from './routes.ts'

/**
 * The way in which a page hydrates. `member`: the whole document at once, and it navigates on the client. `entry`: its form
 * at the first touch; the frame around it stays as it came. `static`: nothing hydrates; the browser's links and forms do it
 * all.
 */
export type PageKind = 'member' | 'entry' | 'static'

/** `route` null: the 404 page. */
export function pageKindOf(route: Pick<Route, 'layout' | 'variant'> | null, isMember: boolean): PageKind {
  if (route === null) return isMember ? 'member' : 'static'
  if (route.layout === 'protected' || route.layout === 'bare') return 'member'
  return route.variant === 'entry' ? 'entry' : 'static'
}
