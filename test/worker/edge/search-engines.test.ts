import { SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { blogPosts, blogTranslations, cities, cityFigures } from '#db/schema.ts'
import { robotsText } from '#features/search-engines/rules.ts'
import { locales } from '#shared/i18n/locales.ts'
import { db } from '#test/support/worker/members.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const city = (slug: string) => ({
  id: `city-${slug}`,
  slug,
  country: 'gb',
  names: { en: slug },
  cellX: 1,
  cellY: 1,
  timeZone: 'UTC',
})

beforeAll(async () => {
  await db.insert(cities).values([city('bigtown'), city('smalltown')])
  await db.insert(cityFigures).values([
    { cityId: 'city-bigtown', members: 50, countedAt: 0 },
    { cityId: 'city-smalltown', members: 45, countedAt: 0 },
  ])
  await db.insert(blogPosts).values([
    { slug: 'shown', publishedAt: 1, updatedAt: 1 },
    { slug: 'draft', publishedAt: null, updatedAt: 1 },
  ])
  const texts = { title: 'A', description: 'B', body: 'C', updatedAt: Date.parse('2026-11-01') }
  await db.insert(blogTranslations).values([
    { slug: 'shown', locale: 'uk', ...texts },
    { slug: 'draft', locale: 'uk', ...texts },
  ])
})

const read = async (path: string) => {
  const response = await SELF.fetch(origin + path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address?.replace(origin, ''))

test('the sitemap index names one sitemap for each language, and each answers', async () => {
  const index = await read('/sitemap.xml')
  expect(index.type).toBe('application/xml; charset=utf-8')
  expect(addresses(index.text)).toEqual(locales.map(({ code }) => `/sitemaps/${code}.xml`))
  for (const path of addresses(index.text)) expect((await read(path ?? '')).status).toBe(200)
  expect((await read('/sitemaps/xx.xml')).status).toBe(404)
})

test('a sitemap has the public pages of its language, published posts that exist in it, and cities of fifty members', async () => {
  const { text } = await read('/sitemaps/uk.xml')
  const paths = addresses(text)
  for (const path of ['/uk', '/uk/about', '/uk/faq', '/uk/blog', '/uk/terms-and-conditions']) expect(paths).toContain(path)
  expect(paths.filter((path) => path?.includes('/blog/'))).toEqual(['/uk/blog/shown'])
  expect(text).toContain('<lastmod>2026-11-01T00:00:00.000Z</lastmod>')
  expect(paths).toContain('/uk/bigtown')
  expect(paths.filter((path) => /smalltown|draft|sign|likes|public-profile|:/.test(path ?? ''))).toEqual([])
  expect(addresses((await read('/sitemaps/de.xml')).text).filter((path) => path?.includes('/blog/'))).toEqual([])
})

test('a post that is taken back leaves the sitemap', async () => {
  await db.insert(blogPosts).values({ slug: 'brief', publishedAt: 1, updatedAt: 1 })
  await db.insert(blogTranslations).values({ slug: 'brief', locale: 'pl', title: 'A', description: 'B', body: 'C', updatedAt: 1 })
  expect(addresses((await read('/sitemaps/pl.xml')).text)).toContain('/pl/blog/brief')
  await db.update(blogPosts).set({ publishedAt: null }).where(eq(blogPosts.slug, 'brief'))
  expect(addresses((await read('/sitemaps/pl.xml')).text)).not.toContain('/pl/blog/brief')
})

test('outside production everything is closed to search engines, and every page says so', async () => {
  expect((await read('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
  for (const path of ['/', '/uk/about', '/nowhere']) {
    const first = await SELF.fetch(origin + path, { headers: { 'Accept-Language': 'en-GB' } })
    const stored = await SELF.fetch(origin + path, { headers: { 'Accept-Language': 'en-GB' } })
    expect([first.headers.get('x-robots-tag'), stored.headers.get('x-robots-tag')], path).toEqual(['noindex', 'noindex'])
    await Promise.all([first.text(), stored.text()])
  }
})

test('in production robots.txt closes what is no page, and names the sitemap', () => {
  expect(robotsText('https://kismet.example', true).split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /ops',
    'Disallow: /realtime',
    '',
    'Sitemap: https://kismet.example/sitemap.xml',
    '',
  ])
})
