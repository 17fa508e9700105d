import { expect, it } from 'vitest'
import { createTranslator } from '#shared/i18n/translator.ts'
import { writeFeed } from './feed.ts'

const words = {
  blog: { description: 'Reads', feed: { title: 'The {{brand}} blog' }, tags: { safety: 'Safety & calm' } },
}

/** Throws if a text is not well-formed XML 1.0: the only parser available is a browser's (test/e2e/public-site.spec.ts). */
function checkXml(xml: string): string[] {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, '')
  const [open, names]: [string[], string[]] = [[], []]
  const token =
    /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="(?:[^<&"]|&(?:amp|lt|gt|quot|apos);)*")*)\s*(\/?)>|((?:[^<&]|&(?:amp|lt|gt|quot|apos);)+)/uy
  while (token.lastIndex < body.length) {
    const at = token.lastIndex
    const match = token.exec(body)
    if (!match) throw new Error(`not well-formed at: ${body.slice(at, at + 40)}`)
    const [, closes = '', name = '', , isEmpty = '', text = ''] = match
    if (/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\]\]>/.test(text)) throw new Error(`no text of XML: ${text}`)
    if (name !== '' && closes === '') names.push(name)
    if (closes !== '' && open.pop() !== name) throw new Error(`</${name}> closes nothing`)
    if (name !== '' && closes === '' && isEmpty === '') open.push(name)
  }
  if (open.length > 0) throw new Error(`left open: ${open.join()}`)
  return names
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
  expect(checkXml(feed).filter((name) => name === 'item' || name === 'channel')).toEqual(['channel', 'item'])
  expect(() => checkXml('<a>&b</a>')).toThrow('not well-formed')
  expect(() => checkXml('<a></b>')).toThrow('closes nothing')
})
