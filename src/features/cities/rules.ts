import { locales } from '#shared/i18n/locales.ts'
import { routeList, routes } from '#shared/routing/routes.ts'

/** First segments of addresses that are no pages, and of those that stand for something else. */
const serviceNames = ['api', 'ops', 'realtime', 'builds', 'healthz', 'avatars', 'photos', 'assets', 'locales', 'og', 'sounds']

const reserved: ReadonlySet<string> = new Set([
  ...serviceNames,
  ...locales.flatMap(({ code, prefix }) => [code, prefix]),
  ...routeList.filter(({ key }) => key !== routes.city.key).map(({ path }) => path.split('/')[1] ?? ''),
])

/** Whether a path's one segment can name a city: lower-case letters with hyphens, and no word that is taken. */
export function isCitySlug(slug: string): boolean {
  return /^[a-z]+(-[a-z]+)*$/.test(slug) && slug.length <= 40 && !reserved.has(slug)
}
