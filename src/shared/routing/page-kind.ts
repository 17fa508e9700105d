import type { Route } from './routes.ts'

/**
 * How a page hydrates. `member`: the whole document immediately, with navigation on the client. `entry`: its form on first touch;
 * the frame around it stays static. `static`: nothing hydrates; the browser's links and forms are enough.
 */
export type PageKind = 'member' | 'entry' | 'static'

/** `route` null: the 404 page. */
export function pageKindOf(route: Pick<Route, 'layout' | 'variant'> | null, isMember: boolean): PageKind {
  if (route === null) return isMember ? 'member' : 'static'
  if (route.layout === 'protected' || route.layout === 'bare') return 'member'
  return route.variant === 'entry' ? 'entry' : 'static'
}
