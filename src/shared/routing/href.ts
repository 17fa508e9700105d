import { getLocale, type LocaleCode } from '../i18n/locales.ts'
import type { Route } from './routes.ts'

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type Params<Path extends string> = { [Name in ParamNames<Path>]: string }
export type Query = Record<string, string | number | undefined | null>

/**
 * Returns the URL of a page: the only way to write a link or a redirect. `href(routes.profileInfo, { id }, { locale: 'uk' })` →
 * `/uk/profile-info/…`.
 */
export function href<const Path extends string>(
  route: Pick<Route, 'key'> & { path: Path },
  params: Params<Path>,
  options: { locale: LocaleCode; query?: Query; hash?: string },
): string {
  const values: Readonly<Record<string, string>> = params
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (!value) throw new Error(`href(${route.key}): parameter '${name}' is missing`)
    return encodeURIComponent(value)
  })
  return withPrefix(path, options.locale) + search(options.query) + (options.hash ? `#${options.hash}` : '')
}

/** Adds a locale's prefix to a path without one. */
export function withPrefix(path: string, locale: LocaleCode): string {
  const { prefix } = getLocale(locale)
  // A language's home has no trailing slash, whatever follows it.
  return prefix ? `/${prefix}${path.replace(/^\/(?=$|[?#])/, '')}` : path
}

/** Address of a language's web manifest (spec §2). */
export const webManifestHref = (locale: LocaleCode) => withPrefix('/manifest.webmanifest', locale)

function search(query: Query | undefined): string {
  const entries = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string | number] => entry[1] != null && entry[1] !== '',
  )
  return entries.length ? `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}` : ''
}

/**
 * Sanitises a `next` target from outside: a path on this origin in characters that a header may carry, or null. Backslashes and
 * control characters are refused because browsers read `/\evil.example` as a protocol-relative address. So is `//` anywhere in
 * the path, because taking a locale's prefix off `/uk//evil.example` would leave such an address.
 */
export function parseLocalPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2000) return null
  if (!value.startsWith('/') || /^[^?#]*\/\//.test(value) || /[\\\u0000-\u001f\u007f]/.test(value)) return null
  return value.toWellFormed().replace(/[^\u0021-\u007e]+/g, encodeURIComponent)
}
