import { splitLocale, type LocaleEntry } from '../i18n/locales.ts'
import { routeList, type ListedRoute } from './routes.ts'

export type RouteMatch = { route: ListedRoute; params: Record<string, string>; locale: LocaleEntry; path: string }

/** A city's segment: files at the root are not cities. */
export const citySlugPattern = '[a-z]+(?:-[a-z]+)*'
/** The format of a parameter, unless it may be any segment. */
const patterns: Readonly<Record<string, string>> = { citySlug: citySlugPattern }

const compiled = routeList.map((route) => ({
  route,
  names: [...route.path.matchAll(/:(\w+)/g)].map((found) => found[1] ?? ''),
  pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, (_, name: string) => `(${patterns[name] ?? '[^/]+'})`)}$`),
}))

/** Finds the route of a path with or without locale prefix, or null. Used by both sides, so they cannot disagree. */
export function findRoute(pathname: string): RouteMatch | null {
  const { locale, path } = splitLocale(pathname)
  for (const { route, names, pattern } of compiled) {
    const found = pattern.exec(path)
    if (!found) continue
    const params: Record<string, string> = {}
    for (const [index, name] of names.entries()) {
      const value = decode(found[index + 1] ?? '')
      if (value === null) return null
      params[name] = value
    }
    return { route, params, locale, path }
  }
  return null
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null // A stray % never matches a known path.
  }
}
