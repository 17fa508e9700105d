import { expect, test } from 'vitest'
import { isSearchCrawler, matchAcceptLanguage } from './negotiate-locale.ts'

test.each([
  ['uk-UA,uk;q=0.9,en;q=0.5', 'uk'],
  ['en-US,en;q=0.9', 'en-us'],
  ['en-GB', 'en'],
  ['en', 'en'],
  ['en-AU', 'en'],
  ['pt-BR', 'pt'],
  ['ja, de;q=0.8, fr;q=0.9', 'fr'],
  ['ja;q=0.9, cs;q=0', null],
  ['*', null],
  ['', null],
  [';;;,=,q=1', null],
])('%s reads as %s', (header, expected) => expect(matchAcceptLanguage(header)).toBe(expected))

test('crawlers that announce themselves are known, people are not', () => {
  expect(isSearchCrawler('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')).toBe(true)
  expect(isSearchCrawler('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36')).toBe(false)
  expect(isSearchCrawler(null)).toBe(false)
})
