import { findLocale, splitLocale } from '../i18n/locales.ts'
import { withPrefix } from './href.ts'
import { findRoute } from './match.ts'

/**
 * The canonical spelling of a page's path: no trailing slash, one leading slash, lower case, nothing percent-encoded needlessly.
 * Paths with an id are kept, because ids are case-sensitive; only their language prefix is changed. `/UK/About/` → `/uk/about`.
 */
export function canonicalPath(pathname: string): string {
  // Two slashes at the start of a Location would name another host.
  const trimmed =
    decodeUnreserved(pathname)
      .replace(/\/+$/, '')
      .replace(/^\/{2,}/, '/') || '/'
  const { locale, path } = splitLocale(lowerPrefix(trimmed))
  const lower = path.toLowerCase()
  const match = findRoute(lower)
  return withPrefix(match && !('id' in match.params) ? lower : path, locale.code)
}

/**
 * Unreserved characters (A to Z, digits and `-._~`) mean the same when percent-encoded (RFC 3986, 2.3): `/%61bout` → `/about`.
 */
function decodeUnreserved(path: string): string {
  return path.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : code
  })
}

function lowerPrefix(path: string): string {
  const [, first = ''] = path.split('/', 2)
  const lower = first.toLowerCase()
  return findLocale(lower) ? `/${lower}${path.slice(first.length + 1)}` : path
}
