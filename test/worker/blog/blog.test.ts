import { beforeAll, describe, expect, it } from 'vitest'
import { feedHref } from '#features/blog/contract.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { createMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { writePost } from '#test/support/worker/posts.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const blog = (locale: 'en' | 'uk' | 'de') => href(routes.blog, {}, { locale })
const postAt = (slug: string, locale: 'en' | 'uk' | 'de' = 'en') => href(routes.blogPost, { slug }, { locale })
const read = async (path: string) => (await openPage(null, path)).text()
/** Addresses of posts on a page, each once, in their order. */
const linkedPosts = (html: string) => [...new Set([...html.matchAll(/href="([^"]*\/blog\/[^".]+)"/g)].map(([, path]) => path))]
type Facts = { '@type': string } & Record<string, unknown>
const factsOf = (html: string): Facts[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.+?)<\/script>/g)].map(([, json]) => JSON.parse(json ?? ''))
const languagesOf = (html: string) => [...html.matchAll(/rel="alternate" hrefLang="([^"]+)"/g)].map(([, code]) => code)

beforeAll(async () => {
  await writePost({
    slug: 'blind-dates',
    publishedAt: Date.UTC(2026, 10, 3),
    tags: ['dates'],
    texts: { en: 'Five minutes', uk: 'П’ять хвилин' },
  })
  await writePost({
    slug: 'second-dates',
    publishedAt: Date.UTC(2026, 9, 2),
    tags: ['dates', 'weather'],
    texts: { en: 'Second dates' },
  })
  await writePost({ slug: 'maps', publishedAt: Date.UTC(2026, 10, 1), tags: ['privacy'], texts: { en: 'Maps & squares' } })
  await writePost({ slug: 'unready', publishedAt: null, texts: { en: 'Unready' } })
})

describe('the blog', () => {
  it('lists what is published in its language, the newest first', async () => {
    expect(linkedPosts(await read(blog('en')))).toEqual(['blind-dates', 'maps', 'second-dates'].map((slug) => postAt(slug)))
    expect(linkedPosts(await read(blog('uk')))).toEqual([postAt('blind-dates', 'uk')])
  })

  it('says so where there is nothing in a language yet', async () => {
    const html = await read(blog('de'))
    expect(linkedPosts(html)).toEqual([])
    expect(html).toContain('data-mode="light"')
  })

  it('names its feed and its posts to search engines', async () => {
    const html = await read(blog('en'))
    expect(html).toContain(`<link rel="alternate" type="application/rss+xml" title="The Kismet blog" href="${feedHref('en')}"/>`)
    const [described, path] = factsOf(html)
    expect(described).toMatchObject({ '@type': 'Blog', url: `${origin}/blog`, inLanguage: 'en-GB' })
    expect(described?.['blogPost']).toHaveLength(3)
    expect(path).toMatchObject({ '@type': 'BreadcrumbList' })
  })
})

describe('a post', () => {
  it('has its text, its day, its reading time and its known tags, and says what else to read', async () => {
    const html = await read(postAt('second-dates'))
    expect(html).toContain(
      '<p>First <strong>words</strong> of Second dates.</p><h2>Heading</h2><blockquote><p>A message?</p></blockquote>',
    )
    expect(html).toContain('<p>&lt;b&gt;plain&lt;/b&gt;</p>')
    expect(html).toMatch(/<time dateTime="2026-10-02">2\u00a0?October 2026<\/time>/)
    expect(html).toContain('1-minute read')
    expect(html).toMatch(/<li>Dates<\/li><\/ul>/)
    expect(linkedPosts(html).slice(-2)).toEqual([postAt('blind-dates'), postAt('maps')])
    expect(html).toContain(`href="${href(routes.signUp, {}, { locale: 'en' })}"`)
  })

  it('describes itself to search engines and link previews, in the languages that it has', async () => {
    const html = await read(postAt('blind-dates', 'uk'))
    expect(languagesOf(html)).toEqual(['en-GB', 'uk', 'x-default'])
    expect(html).toContain(`<meta property="og:image" content="${origin}/og/uk/blind-dates.png"/>`)
    expect(html).toContain('<meta property="og:type" content="article"/>')
    const [described, path] = factsOf(html)
    expect(described).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'П’ять хвилин',
      datePublished: '2026-11-03',
      inLanguage: 'uk',
      image: `${origin}/og/uk/blind-dates.png`,
    })
    expect(path?.['itemListElement']).toMatchObject([
      { position: 1, item: `${origin}/uk` },
      { position: 2, item: `${origin}/uk/blog` },
      { position: 3, item: `${origin}/uk/blog/blind-dates`, name: 'П’ять хвилин' },
    ])
  })

  it('that operators added shares the site’s picture', async () => {
    const html = await read(postAt('maps'))
    expect(html).toContain(`<meta property="og:image" content="${origin}/og/en/site.png"/>`)
    expect(factsOf(html)[0]).toMatchObject({ image: `${origin}/og/en/site.png` })
  })

  it('runs no script of its own and is stored for guests alone', async () => {
    const response = await openPage(null, postAt('maps'))
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]+"$/)
    expect(await response.text()).not.toContain('id="bootstrap"')
    const { token } = await createMember()
    expect((await openPage(null, postAt('maps'), { cookie: `__Host-access=${token}` })).status).toBe(302)
  })

  it.each([
    ['an unknown address', 'nothing', 'en'],
    ['a draft', 'unready', 'en'],
    ['a language without a text', 'maps', 'uk'],
  ] as const)('is not there for %s', async (_, slug, locale) => {
    const response = await openPage(null, postAt(slug, locale))
    expect([response.status, response.headers.get('etag')]).toEqual([404, null])
    const html = await response.text()
    expect(html).toContain('Page Not Found')
    expect(html).toContain('content="noindex"')
  })
})

describe('the feed', () => {
  it('has the posts of its language with whole addresses', async () => {
    const response = await openPage(null, feedHref('uk'))
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const feed = await response.text()
    expect(feed).toContain(
      `<guid isPermaLink="true">${origin}/uk/blog/blind-dates</guid><pubDate>Tue, 03 Nov 2026 00:00:00 GMT</pubDate>`,
    )
    expect(feed).toContain(`<atom:link href="${origin}/uk/blog/rss.xml" rel="self" type="application/rss+xml"/>`)
    expect(feed.match(/<item>/g)).toHaveLength(1)
    expect(await read(feedHref('en'))).toContain('<title>Maps &amp; squares</title>')
  })

  it('is not sent again to who has it', async () => {
    const first = await openPage(null, feedHref('en'))
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    expect((await openPage(null, feedHref('en'), { 'if-none-match': etag })).status).toBe(304)
    expect((await openPage(null, feedHref('uk'), { 'if-none-match': etag })).status).toBe(200)
  })
})
