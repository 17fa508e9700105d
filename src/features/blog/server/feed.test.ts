import { expect, it } from 'vitest'
import { createTranslator } from '#shared/i18n/translator.ts'
import { writeFeed } from './feed.ts'

const words = {
  blog: { description: 'Reads', feed: { title: 'The {{brand}} blog' }, tags: { safety: 'Safety & calm' } },
}

it('a feed escapes what its posts say, and leaves out what is no XML', () => {
  const post = {
    slug: 'a-b',
    title: 'Tom & <Jerry> “say”\u0007 "hi"',
    description: ']]> \ud800',
    publishedAt: Date.UTC(2026, 10, 19, 8),
    minutes: 3,
    tags: ['safety'] as const,
  }
  const feed = writeFeed([post], createTranslator('uk', words, { timeZone: 'UTC' }), 'https://kismet.example')
  expect(feed).toContain('<title>Tom &amp; &lt;Jerry&gt; “say” &quot;hi&quot;</title>')
  expect(feed).toContain('<description>]]&gt; \ufffd</description>')
  expect(feed).toContain('<category>Safety &amp; calm</category>')
  expect(feed).toContain('<guid isPermaLink="true">https://kismet.example/uk/blog/a-b</guid>')
  expect(feed).toContain('<pubDate>Thu, 19 Nov 2026 08:00:00 GMT</pubDate>')
  expect(feed).toContain('<atom:link href="https://kismet.example/uk/blog/rss.xml" rel="self" type="application/rss+xml"/>')
})
