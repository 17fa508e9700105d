/**
 * The one locale table (spec §2, §3 'Locale entry', §9 'Languages'). `code` names the folder under `locales/`,
 * `prefix` is the first path segment ('' for the default locale), `lang` goes to `<html lang>` and every `Intl` call.
 */
export const locales = [
  {
    code: 'en',
    prefix: '',
    lang: 'en-GB',
    country: 'united-kingdom',
    nativeName: 'English (UK)',
    shortName: 'EN',
    currency: 'GBP',
    units: 'metric',
  },
  {
    code: 'en-us',
    prefix: 'en-us',
    lang: 'en-US',
    country: 'united-states',
    nativeName: 'English (US)',
    shortName: 'US',
    currency: 'USD',
    units: 'imperial',
  },
  {
    code: 'uk',
    prefix: 'uk',
    lang: 'uk',
    country: 'ukraine',
    nativeName: 'Українська',
    shortName: 'UA',
    currency: 'UAH',
    units: 'metric',
  },
  {
    code: 'pl',
    prefix: 'pl',
    lang: 'pl',
    country: 'poland',
    nativeName: 'Polski',
    shortName: 'PL',
    currency: 'PLN',
    units: 'metric',
  },
  {
    code: 'tr',
    prefix: 'tr',
    lang: 'tr',
    country: 'turkey',
    nativeName: 'Türkçe',
    shortName: 'TR',
    currency: 'TRY',
    units: 'metric',
  },
  {
    code: 'es',
    prefix: 'es',
    lang: 'es',
    country: 'spain',
    nativeName: 'Español',
    shortName: 'ES',
    currency: 'EUR',
    units: 'metric',
  },
  {
    code: 'pt',
    prefix: 'pt',
    lang: 'pt-PT',
    country: 'portugal',
    nativeName: 'Português',
    shortName: 'PT',
    currency: 'EUR',
    units: 'metric',
  },
  {
    code: 'ro',
    prefix: 'ro',
    lang: 'ro',
    country: 'romania',
    nativeName: 'Română',
    shortName: 'RO',
    currency: 'RON',
    units: 'metric',
  },
  {
    code: 'cs',
    prefix: 'cs',
    lang: 'cs',
    country: 'czechia',
    nativeName: 'Čeština',
    shortName: 'CS',
    currency: 'CZK',
    units: 'metric',
  },
  {
    code: 'de',
    prefix: 'de',
    lang: 'de',
    country: 'germany',
    nativeName: 'Deutsch',
    shortName: 'DE',
    currency: 'EUR',
    units: 'metric',
  },
  {
    code: 'fr',
    prefix: 'fr',
    lang: 'fr',
    country: 'france',
    nativeName: 'Français',
    shortName: 'FR',
    currency: 'EUR',
    units: 'metric',
  },
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
