import { splitLocale, type LocaleCode } from '#shared/i18n/locales.ts'

/** A document as a search engine reads it. Paths are without the origin. */
export type CrawledPage = {
  path: string
  locale: LocaleCode
  status: number
  lang: string
  title: string
  headings: string[]
  descriptions: string[]
  canonicals: string[]
  isHidden: boolean
  /** hreflang → path. */
  alternates: Record<string, string>
  feeds: string[]
  links: string[]
  jsonLd: string[]
  html: string
  /** The visible words, without markup. */
  text: string
}

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => decode(found))
const decode = (text: string) =>
  text
    .replace(/&#x([\da-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Reads one document. Redirects are not followed: the result has their status. */
export async function readDocument(origin: string, path: string): Promise<CrawledPage> {
  const response = await fetch(origin + path, { redirect: 'manual', headers: { 'Accept-Language': 'en-GB' } })
  const html = await response.text()
  const local = (address: string) => address.replace(origin, '') || '/'
  const body = html.slice(html.indexOf('<body')).replace(/<(script|style|noscript)\b.*?<\/\1>/gs, ' ')
  return {
    path,
    locale: splitLocale(path).locale.code,
    status: response.status,
    lang: /<html lang="([^"]*)"/.exec(html)?.[1] ?? '',
    title: all(html, /<title>([^<]*)<\/title>/g).join(),
    headings: all(html, /<h1[^>]*>(.*?)<\/h1>/gs),
    descriptions: all(html, /<meta name="description" content="([^"]*)"/g),
    canonicals: all(html, /<link rel="canonical" href="([^"]*)"/g).map(local),
    isHidden: html.includes('<meta name="robots" content="noindex"/>'),
    alternates: Object.fromEntries(
      [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/g)].map(([, lang = '', href = '']) => [
        lang,
        local(href),
      ]),
    ),
    feeds: all(html, /<link rel="alternate" type="application\/rss\+xml" title="[^"]*" href="([^"]*)"/g).map(local),
    links: all(body, /<a\b[^>]*\bhref="([^"#]+)/g).map(local),
    jsonLd: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) => json),
    html,
    text: decode(body.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' '),
  }
}

/** Follows links from the start, as long as `isWanted` says so; each page is read once. */
export async function crawl(
  origin: string,
  start: string,
  isWanted: (path: string) => boolean,
): Promise<Map<string, CrawledPage>> {
  const pages = new Map<string, CrawledPage>()
  const seen = new Set([start])
  const queue = [start]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const page = await readDocument(origin, path)
    pages.set(path, page)
    for (const next of page.links) {
      if (seen.has(next) || !next.startsWith('/') || !isWanted(next)) continue
      seen.add(next)
      queue.push(next)
    }
  }
  return pages
}
