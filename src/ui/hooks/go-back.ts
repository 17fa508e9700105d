import { findRoute } from '#shared/routing/match.ts'
import { routes, type Route } from '#shared/routing/routes.ts'
import { findNavigation, navigate } from '../browser/navigate.ts'

const lists: readonly string[] = [routes.peopleNearby, routes.likes, routes.favourites, routes.visitors, routes.messages].map(
  ({ key }) => key,
)

type ListBefore = { key: Route['key']; url: string; isAlive: boolean }

/**
 * Returns the previous page if it is a list that led here. A conversation does not count, because its person may be hidden by
 * now. `isAlive`: going back loads no new document.
 */
export function findListBefore(): ListBefore | null {
  const navigation = findNavigation()
  const entry = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  if (!entry?.url) return null
  const { pathname, searchParams } = new URL(entry.url)
  const key = findRoute(pathname)?.route.key
  if (key === undefined || !lists.includes(key) || searchParams.has('chat')) return null
  return { key, url: entry.url, isAlive: entry.sameDocument }
}

/**
 * Goes back to the list that led here, in the state in which it was left, or to `fallback`. A new document would lose a toast, so
 * in that case the list replaces this page.
 */
export function goBack(fallback: string): void {
  const before = findListBefore()
  if (before?.isAlive) history.back()
  else void goTo(before?.url ?? fallback)
}

/** Replaces this page by another one, so that going back still leads to the page before it. */
export async function goTo(address: string): Promise<void> {
  const navigation = findNavigation()
  if (navigation) await navigate(navigation, address, { history: 'replace' })
  else location.replace(address)
}
