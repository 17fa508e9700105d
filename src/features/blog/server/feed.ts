import { brand } from '#shared/brand.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { escapeXml } from '#shared/routing/escape-xml.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import type { AppContext } from '#server/context.ts'
import { publicOrigin } from '#server/origin.ts'
import { feedHref, type PostCard } from '../contract.ts'
import { postAddress } from './json-ld.ts'
import { postsStatement, toCard } from './queries.ts'

/** GET /blog/rss.xml, in every language. */
export async function answerFeed(c: AppContext): Promise<Response> {
  const locale = c.get('locale')
  const rows = await postsStatement(c.get('db'), locale.code)
  const translator = createTranslator(locale.code, await loadMessages(locale.code, ['blog']), { timeZone: 'UTC' })
  const posts = rows.map((row) => toCard(row, locale.code))
  const text = writeFeed(posts, translator, publicOrigin(c.env, c.req.url))
  return c.body(text, 200, { 'Content-Type': 'application/rss+xml; charset=utf-8', 'Cache-Control': 'public, max-age=60' })
}

/** RSS 2.0, with Atom's link of a feed to itself. */
export function writeFeed(posts: readonly PostCard[], { t, locale }: Translator, origin: string): string {
  const site = { origin, locale }
  const items = posts.map((post) => {
    const address = postAddress(site, post.slug)
    return `<item>${element('title', post.title)}${element('link', address)}<guid isPermaLink="true">${escapeXml(address)}</guid>${element(
      'pubDate',
      new Date(post.publishedAt).toUTCString(),
    )}${element('description', post.description)}${post.tags.map((tag) => element('category', t(`blog.tags.${tag}`))).join('')}</item>`
  })
  const self = escapeXml(origin + feedHref(locale.code))
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${element('title', t('blog.feed.title'))}${element(
    'link',
    origin + href(routes.blog, {}, { locale: locale.code }),
  )}${element('description', t('blog.description'))}${element('language', locale.lang.toLowerCase())}${element(
    'generator',
    brand.name,
  )}<atom:link href="${self}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>
`
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
