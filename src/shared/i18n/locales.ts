/**
 * The one locale table (spec §2, §9 'Languages'). `code` names the folder under `locales/`; `prefix` is the first path segment,
 * '' for the default locale. `lang` goes to `<html lang>` and every `Intl` call. Every page loads it, so rarely needed fields are
 * in locale-names.ts. 'british' means miles for distances, and feet before centimetres for heights.
 */
export const locales = [
  { code: 'en', prefix: '', lang: 'en-GB', units: 'british' },
  { code: 'en-us', prefix: 'en-us', lang: 'en-US', units: 'imperial' },
  { code: 'uk', prefix: 'uk', lang: 'uk', units: 'metric' },
  { code: 'pl', prefix: 'pl', lang: 'pl', units: 'metric' },
  { code: 'tr', prefix: 'tr', lang: 'tr', units: 'metric' },
  { code: 'es', prefix: 'es', lang: 'es', units: 'metric' },
  { code: 'pt', prefix: 'pt', lang: 'pt-PT', units: 'metric' },
  { code: 'ro', prefix: 'ro', lang: 'ro', units: 'metric' },
  { code: 'cs', prefix: 'cs', lang: 'cs', units: 'metric' },
  { code: 'de', prefix: 'de', lang: 'de', units: 'metric' },
  { code: 'fr', prefix: 'fr', lang: 'fr', units: 'metric' },
] as const

export type LocaleEntry = (typeof locales)[number]
export type LocaleCode = LocaleEntry['code']

export const defaultLocale: LocaleCode = 'en'

/** The cookie that remembers a chosen locale: 365 days, lax, root (spec §9). */
export const localeCookie = { name: 'locale', maxAgeSeconds: 365 * 24 * 60 * 60 } as const

const byCode = new Map<string, LocaleEntry>(locales.map((entry) => [entry.code, entry]))
const byPrefix = new Map<string, LocaleEntry>(locales.map((entry) => [entry.prefix, entry]))

export function findLocale(code: string | undefined | null): LocaleEntry | null {
  return (code && byCode.get(code)) || null
}

export function getLocale(code: LocaleCode): LocaleEntry {
  const entry = byCode.get(code)
  if (!entry) throw new Error(`Unknown locale: ${code}`)
  return entry
}

/** Splits a path into its locale and the path without prefix, which always starts with `/`. */
export function splitLocale(pathname: string): { locale: LocaleEntry; path: string } {
  const [, first = ''] = pathname.split('/', 2)
  const entry = first ? byPrefix.get(first) : undefined
  if (!entry) return { locale: getLocale(defaultLocale), path: pathname }
  return { locale: entry, path: pathname.slice(first.length + 1) || '/' }
}
