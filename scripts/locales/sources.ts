import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { readTexts } from './messages.ts'

/** Locales translated from English; en-us is the same text with another spelling. */
export const translated: LocaleCode[] = locales.map(({ code }) => code).filter((code) => code !== 'en' && code !== 'en-us')

/** For each message, the hash of the English sentence that its translation was made from or last compared with. */
type Sources = Record<string, string>

export const sourcesFile = (code: LocaleCode) => `scripts/locales/sources/${code}.json`
export const readSources = (code: LocaleCode) => JSON.parse(readFileSync(sourcesFile(code), 'utf8')) as Sources

export function englishHashes(): Sources {
  const hashOf = (texts: readonly string[]) => createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8)
  return Object.fromEntries([...readTexts('en')].map(([key, texts]) => [key, hashOf(texts)]))
}

/** Messages whose English sentence has changed since they were translated, in the order of the files. */
export function staleKeys(sources: Sources, english: Sources = englishHashes()): string[] {
  return Object.keys(english).filter((key) => sources[key] !== undefined && sources[key] !== english[key])
}

/** Messages without a confirmed translation, and hashes of messages that no longer exist. */
export function unmatchedKeys(sources: Sources, english: Sources = englishHashes()): string[] {
  const [known, present] = [Object.keys(sources), Object.keys(english)]
  return [...present.filter((key) => !(key in sources)), ...known.filter((key) => !(key in english))]
}
