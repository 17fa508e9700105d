import { findLocale, locales, type LocaleCode } from './locales.ts'

/**
 * Returns the best locale for an Accept-Language header, or null if none of the eleven fits. A region decides between the two
 * Englishes. Every other language matches by its primary subtag, so `pt-BR` gets European Portuguese.
 */
export function matchAcceptLanguage(header: string | null | undefined): LocaleCode | null {
  if (!header) return null
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean)
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter((entry) => entry.tag && entry.quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of wanted) {
    const exact = findLocale(tag === 'en-gb' ? 'en' : tag)
    if (exact) return exact.code
    const primary = tag.split('-')[0]
    const entry = locales.find((candidate) => candidate.lang.split('-')[0] === primary)
    if (entry) return entry.code
  }
  return null
}

/** Returns true for crawlers that identify themselves. They are never redirected by language: each gets the URL it requested. */
export function isSearchCrawler(userAgent: string | null | undefined): boolean {
  return /googlebot|bingbot|duckduckbot|yandex(bot)?|baiduspider|applebot|seznambot|qwantify|slurp/i.test(userAgent ?? '')
}
