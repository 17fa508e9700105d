import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { Markdown } from '../ui/markdown.tsx'
import { isReadable, readMarkdown } from './markdown.ts'

const render = async (text: string, locale: LocaleCode = 'en') =>
  renderToStaticMarkup(createElement(Markdown, { blocks: await readMarkdown(text, locale) }))

describe('the markdown of a post', () => {
  it('becomes headings, paragraphs, lists, quotes and emphasis', async () => {
    const text = '## Before\n\nOne **two** *three*.\n\n- a\n- b\n\n1. c\n\n> Hello?\n>\n> Again.\n\n### Deep\n\n---\n'
    expect(await render(text)).toBe(
      '<h2>Before</h2><p>One <strong>two</strong> <em>three</em>.</p><ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>' +
        '<blockquote><p>Hello?</p><p>Again.</p></blockquote><h3>Deep</h3><hr/>',
    )
  })

  it('joins the lines of a paragraph, and breaks where two spaces or a backslash say so', async () => {
    expect(await render('one\r\ntwo  \nthree\\\nfour\nin 2025. Five')).toBe('<p>one two<br/>three<br/>four in 2025. Five</p>')
  })

  it('ends a paragraph at a heading, a list and a quote, without an empty line', async () => {
    expect(await render('a\n## b\nc\n- d\n> e\n1. f')).toBe(
      '<p>a</p><h2>b</h2><p>c</p><ul><li>d</li></ul><blockquote><p>e</p></blockquote><ol><li>f</li></ol>',
    )
  })

  it('keeps in an item what stands further in, and the line that follows it', async () => {
    expect(await render('- a\ngoes on\n  - b\n\n  more\n\n- c\n\nend')).toBe(
      '<ul><li>a goes on<ul><li>b</li></ul><p>more</p></li><li>c</li></ul><p>end</p>',
    )
    expect(await render('1. a\n    - b\n        - c\n2. d')).toBe(
      '<ol><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ol>',
    )
  })

  it('nests emphasis, and takes none out of code', async () => {
    expect(await render('***a*** **b *c* d** *e **f** g* `*h*` _i_ __j__ **k*')).toBe(
      '<p><em><strong>a</strong></em> <strong>b <em>c</em> d</strong> <em>e <strong>f</strong> g</em> <code>*h*</code> ' +
        '<em>i</em> <strong>j</strong> *<em>k</em></p>',
    )
  })

  it('has no h1: that is the title of the page', async () => {
    expect(await render('# Title')).toBe('<h2>Title</h2>')
  })

  it.each([
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['a <b onclick="x">b</b>', '<p>a &lt;b onclick=&quot;x&quot;&gt;b&lt;/b&gt;</p>'],
    ['<!-- note -->', '<p>&lt;!-- note --&gt;</p>'],
    ['![view](https://example.com/a.png)', '<p>![view](https://example.com/a.png)</p>'],
    ['Tom & Jerry < 3', '<p>Tom &amp; Jerry &lt; 3</p>'],
    ['`<i>`', '<p><code>&lt;i&gt;</code></p>'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', '<p>| a | b | |---|---| | 1 | 2 |</p>'],
    ['2 * 3 * 4, snake_case_name, ** and *', '<p>2 * 3 * 4, snake_case_name, ** and *</p>'],
    ['\\*not\\* [a](b', '<p>*not* [a](b</p>'],
    ['<https://example.com>', '<p>&lt;https://example.com&gt;</p>'],
  ])('shows what it does not know as text: %s', async (text, html) => expect(await render(text)).toBe(html))

  it.each(['javascript:alert(1)', 'data:text/html,x', 'http://example.com', '//example.com', 'mailto:a@b.c', '/\\evil.example'])(
    'keeps of a link to %s only its words',
    async (target) => expect(await render(`See [here](<${target}>).`)).toBe('<p>See here.</p>'),
  )

  it('links to https addresses, and to our own paths in the language of the post', async () => {
    expect(await render('[a](https://example.com/?x=1&y=2)')).toBe('<p><a href="https://example.com/?x=1&amp;y=2">a</a></p>')
    expect(await render('[a](/faq)', 'uk')).toBe('<p><a href="/uk/faq">a</a></p>')
    expect(await render('[a](/pl/faq)', 'uk')).toBe('<p><a href="/pl/faq">a</a></p>')
    expect(await render('[a](/faq)')).toBe('<p><a href="/faq">a</a></p>')
  })

  it('is typeset for its language, but for addresses', async () => {
    expect(await render('Ідея з **кави в центрі**?', 'uk')).toBe('<p>Ідея з\u00a0<strong>кави в\u00a0центрі</strong>?</p>')
    expect(await render('## Ça va ?\n\n- Oui !', 'fr')).toBe('<h2>Ça va\u202f?</h2><ul><li>Oui\u202f!</li></ul>')
    expect(await render('**Oui** ! *Non*: « `x` »', 'fr')).toBe(
      '<p><strong>Oui</strong>\u202f! <em>Non</em>\u00a0: «\u00a0<code>x</code>\u00a0»</p>',
    )
    expect(await render('[e-mail](https://example.com/e-mail-o-n)', 'ro')).toContain('href="https://example.com/e-mail-o-n"')
  })
})

describe('how deep a text is nested', () => {
  it.each([`${'> '.repeat(3000)}x`, `${'- '.repeat(500)}x`])(
    'has an end: what could not be rendered is not readable',
    async (text) => {
      expect(await isReadable(text)).toBe(false)
    },
  )

  it('is enough for what people write', async () => {
    expect(await isReadable('> - a\n>   1. b **c *d* [e](/f)**\n>      > g')).toBe(true)
    expect(await isReadable('> '.repeat(11) + 'x')).toBe(true)
    expect(await isReadable('> '.repeat(12) + 'x')).toBe(false)
  })
})
