import { escapeXml } from '#shared/routing/escape-xml.ts'
import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { href, withPrefix } from '#shared/routing/href.ts'
import { routeList, routes } from '#shared/routing/routes.ts'
import { searchEnginePaths, sitemapPath } from './contract.ts'

type Entry = { address: string; changedAt?: number }

/** The public pages from the database. */
export type ListedPages = { posts: readonly { slug: string; updatedAt: number }[]; cities: readonly { slug: string }[] }

/**
 * Public pages without a parameter; the others are in `ListedPages`. Pages for members, and for signing in, are in no sitemap.
 */
const fixedPaths = routeList
  .filter(({ auth, cache, path }) => auth === 'guest' && cache === 'guest' && !path.includes(':'))
  .map(({ path }) => path)

/** robots.txt (RFC 9309). Copies of the site, such as staging, stay out of all search results. */
export function robotsText(origin: string, isProduction: boolean): string {
  if (!isProduction) return 'User-agent: *\nDisallow: /\n'
  const closed = ['/api/', '/ops', '/realtime'].map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...closed, '', `Sitemap: ${origin}${searchEnginePaths.sitemaps}`, ''].join('\n')
}

/** The index of the sitemaps, one for each language (sitemaps.org 0.9). */
export function sitemapIndex(origin: string): string {
  const entries = locales.map(({ code }) => `<sitemap><loc>${escapeXml(origin + sitemapPath(code))}</loc></sitemap>`)
  return `${declaration}<sitemapindex ${namespace}>${entries.join('')}</sitemapindex>\n`
}

/** All public pages in one language. */
export function sitemap(origin: string, locale: LocaleCode, { posts, cities }: ListedPages): string {
  const entries: Entry[] = [
    ...fixedPaths.map((path) => ({ address: withPrefix(path, locale) })),
    ...posts.map(({ slug, updatedAt }) => ({ address: href(routes.blogPost, { slug }, { locale }), changedAt: updatedAt })),
    ...cities.map(({ slug }) => ({ address: href(routes.city, { citySlug: slug }, { locale }) })),
  ]
  return `${declaration}<urlset ${namespace}>${entries.map((entry) => urlOf(origin, entry)).join('')}</urlset>\n`
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function urlOf(origin: string, { address, changedAt }: Entry): string {
  const changed = changedAt === undefined ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`
  return `<url><loc>${escapeXml(origin + address)}</loc>${changed}</url>`
}
