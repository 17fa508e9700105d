import type { LocaleCode } from '#shared/i18n/locales.ts'

/** URLs that search engines request by name. */
export const searchEnginePaths = { robots: '/robots.txt', sitemaps: '/sitemap.xml', sitemap: '/sitemaps/:file' } as const

export const sitemapPath = (locale: LocaleCode) => `/sitemaps/${locale}.xml`
