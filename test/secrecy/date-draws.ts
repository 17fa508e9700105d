import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { choosePrompts } from '#features/encounters/dates/rules.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { typesetText } from '#shared/i18n/typeset.ts'
import { mapTexts, type Recording } from './chance.ts'

/**
 * Leaves out what has another length from date to date whoever meets: what is left of the time, and the prompts that come from the
 * date's random id. Ends of phases are numbered, so that one that is moved is a difference.
 */
export function withoutDraws(session: Recording, locale: LocaleCode): Recording {
  const ends = new Map<number, number>()
  const numberOf = (end: number) => ends.get(end) ?? ends.set(end, ends.size).size - 1
  return mapCounted(session, (text) =>
    withoutPrompts(text, locale)
      .replace(countdown, '')
      .replace(phaseEnd, (_, iso: string | undefined, ms: string) => `(end ${numberOf(iso ? Date.parse(iso) : Number(ms))})`),
  )
}

/** Leaves out what a page says of its own reader's vote. */
export const withoutOwnVote = (session: Recording): Recording =>
  mapCounted(session, (text) => text.replace(/(?<="voted":)(?:true|false|null)/g, ''))

/** Headers that count the bytes of an answer count those that are left. */
const mapCounted = (session: Recording, change: (text: string) => string): Recording =>
  mapTexts(session, (text) => {
    const left = change(text)
    const lessBytes = Buffer.byteLength(text) - Buffer.byteLength(left)
    return left.replace(contentLength, (bytes) => String(Number(bytes) - lessBytes))
  })

/** What a page counts down: the words, and the length of the thread. */
const countdown = /(?<=role="timer"[^>]*>).*?(?=<\/p>)|(?<=stroke-dasharray=")[\d.]+(?= 2")|(?<="timer":)\d+/g

/** As an ISO instant in events, and in ms on pages. */
const phaseEnd = /(?<="until":)(?:"(\d{4}-[^"]+Z)"|(\d{13}))/g

const contentLength = /(?<="content-length",")\d+/

/** Only those of this date, in their order: another one would stay. */
function withoutPrompts(text: string, locale: LocaleCode): string {
  const [, id] = /^GET \S*\/blind-dates\/(b-[\w-]{24})/.exec(text) ?? []
  if (id === undefined) return text
  const prompts = readPrompts(locale)
  const chosen = choosePrompts(id, prompts.length).map((position) => prompts[position] ?? '')
  const written = new Map(chosen.flatMap((prompt, at) => spellings(prompt).map((spelling) => [spelling, at])))
  // The longest first: one may begin with another.
  const any = [...written.keys()].toSorted((one, other) => other.length - one.length).map((spelling) => RegExp.escape(spelling))
  return text.replace(new RegExp(any.join('|'), 'g'), (found) => `(prompt ${written.get(found)})`)
}

/** All of a language as pages have them, in the order of their names. */
function readPrompts(locale: LocaleCode): string[] {
  const file = join(import.meta.dirname, '../../locales', locale, 'prompts.json')
  const prompts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return Object.keys(prompts)
    .toSorted()
    .map((name) => typesetText(locale, prompts[name] ?? ''))
}

/** In words, in payloads and in documents. */
const spellings = (text: string): string[] => [text, JSON.stringify(text).slice(1, -1), toHtml(text)]

function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
