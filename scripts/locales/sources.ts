import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { readTexts } from './messages.ts'

/** Locales translated from English; en-us is the same text with another spelling. */
export const translated: LocaleCode[] = locales.map(({ code }) => code).filter((code) => code !== 'en' && code !== 'en-us')

/** For each message, the hash of the English sentence from which a translation was made, or with which it was last compared. */
export type Sources = Record<string, string>

/** A hash that all languages share, or the common one and those of the languages that differ. */
type Stored = Record<string, string | ({ all: string } & Partial<Record<LocaleCode, string>>)>

const sourcesFile = 'locales/sources.json'
const readStored = () => JSON.parse(readFileSync(sourcesFile, 'utf8')) as Stored

/** The hashes of one language. */
export function sourcesOf(code: LocaleCode, stored: Stored): Sources {
  const hashes = Object.entries(stored).map(([key, hash]) => [key, typeof hash === 'string' ? hash : (hash[code] ?? hash.all)])
  return Object.fromEntries(hashes)
}

export const readSources = (code: LocaleCode) => sourcesOf(code, readStored())

/** The stored hashes after these languages have confirmed these messages. A new message is added in all languages at once. */
export function confirmSources(
  stored: Stored,
  english: Sources,
  confirmed: { codes: readonly LocaleCode[]; includes: (key: string) => boolean },
): Stored {
  const known = translated.map((code) => ({ code, sources: sourcesOf(code, stored) }))
  const entries = Object.entries(english).map(([key, hash]) => {
    const hashes = known.map(({ code, sources }) => {
      const isConfirmed = confirmed.codes.includes(code) && confirmed.includes(key)
      return [code, isConfirmed ? hash : (sources[key] ?? hash)] as const
    })
    const all = mostFrequent(hashes.map(([, own]) => own))
    const others = hashes.filter(([, own]) => own !== all)
    return [key, others.length > 0 ? { all, ...Object.fromEntries(others) } : all]
  })
  return Object.fromEntries(entries)
}

export function updateSources(codes: readonly LocaleCode[], includes: (key: string) => boolean): void {
  const stored = confirmSources(readStored(), englishHashes(), { codes, includes })
  writeFileSync(sourcesFile, `${JSON.stringify(stored, null, 2)}\n`)
}

function mostFrequent(values: readonly string[]): string {
  const count = (value: string) => values.filter((each) => each === value).length
  return values.reduce((best, value) => (count(value) > count(best) ? value : best))
}

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
