import { dateTimeFormat, listFormat, numberFormat, relativeTimeFormat } from '../intl/formats.ts'
import { isolate } from './isolate.ts'
import type { LocaleEntry } from './locales.ts'

export type Format = {
  number: (value: number) => string
  percent: (fraction: number) => string
  /** `2026-11-20` or a timestamp in ms, as a full date in the locale. */
  date: (value: number | string) => string
  time: (value: number) => string
  /** Uses the given time zone's clock, wherever the visitor is. */
  timeIn: (value: number, timeZone: string) => string
  year: (value: number) => string
  /** Today: the time; this year: day and month; otherwise the whole date. */
  moment: (value: number, now: number) => string
  /**
   * 'yesterday', 'today', 'tomorrow' or the date: for separators between messages, and for future dates. `time` adds the time of
   * day.
   */
  day: (value: number, now: number) => string
  /**
   * 'just now', '5 minutes ago', 'yesterday': lower case, for use in a sentence. Whole minutes and hours that have passed; after
   * 24 hours, calendar days in the time zone.
   */
  ago: (value: number, now: number) => string
  /** Each value keeps the direction of its own text. */
  list: (values: readonly string[]) => string
  /** Writes a label as it appears within a sentence, without the capital. Not for names of people, languages or sounds. */
  inSentence: (label: string) => string
  /** Seconds as `mm:ss`. */
  timer: (seconds: number) => string
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Formats dates, numbers and lists with Intl in the locale and the visitor's time zone; formatters are created on first use.
 * `justNow` is a message, because Intl writes zero minutes as 'this minute' or 'now'.
 */
export function createFormat(locale: LocaleEntry, timeZone: string, justNow: () => string): Format {
  const { lang } = locale
  const once = <T>(make: () => T) => {
    let made: T | undefined
    return () => (made ??= make())
  }
  const integer = once(() => numberFormat(lang))
  const percent = once(() => numberFormat(lang, { style: 'percent' }))
  const fullDate = once(() => dateTimeFormat(lang, { dateStyle: 'long', timeZone }))
  const calendarDate = once(() => dateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }))
  const dayMonth = once(() => dateTimeFormat(lang, { day: 'numeric', month: 'short', timeZone }))
  const clock = once(() => dateTimeFormat(lang, { timeStyle: 'short', timeZone }))
  const dayKey = once(() => dateTimeFormat('en-CA', { dateStyle: 'short', timeZone }))
  const relative = once(() => relativeTimeFormat(lang, { numeric: 'auto' }))
  const list = once(() => listFormat(lang, { type: 'conjunction' }))
  const heldSpace = once(() => /(\d\.?|(?<= )\p{L}) (?=[\p{L}\u2068])/gu)
  /**
   * The capital that a label loses within a sentence; an abbreviation ('TV') keeps it. A single German word is a noun and keeps
   * it too. The first of several is an adjective, a pronoun or the like, unless a comma follows it.
   */
  const spareCapital = once(() => (lang === 'de' ? /^.(?=\p{L}+ )/u : /^.(?!\p{Lu})/u))

  /** Keeps a number and the word after it on one line, and a one-character conjunction and the word after it. */
  const held = (text: string) => text.replace(heldSpace(), '$1\u00a0')

  /** French writes the first of a month as an ordinal: 1er août. */
  const dated = (text: string) => held(lang === 'fr' ? text.replace(/^1 /, '1er ') : text)
  const daysBetween = (value: number, now: number) =>
    Math.round((Date.parse(dayKey().format(value)) - Date.parse(dayKey().format(now))) / dayMs)
  return {
    number: (value) => integer().format(value),
    percent: (fraction) => percent().format(fraction),
    date: (value) => dated(typeof value === 'string' ? calendarDate().format(Date.parse(value)) : fullDate().format(value)),
    time: (value) => clock().format(value),
    timeIn: (value, other) => dateTimeFormat(lang, { timeStyle: 'short', timeZone: other }).format(value),
    year: (value) => dateTimeFormat(lang, { year: 'numeric', timeZone }).format(value),
    moment: (value, now) => {
      if (daysBetween(value, now) === 0) return clock().format(value)
      return dated(now - value < 300 * dayMs ? dayMonth().format(value) : fullDate().format(value))
    },
    day: (value, now) => {
      const days = daysBetween(value, now)
      return Math.abs(days) <= 1 ? relative().format(days, 'day') : dated(fullDate().format(value))
    },
    ago: (value, now) => {
      const minutes = Math.trunc((value - now) / 60_000)
      if (minutes >= 0) return justNow()
      const hours = Math.trunc(minutes / 60)
      if (hours === 0) return held(relative().format(minutes, 'minute'))
      // On the day when clocks are put back, 24 hours ago may be the same day.
      const days = hours <= -24 ? daysBetween(value, now) : 0
      return held(days === 0 ? relative().format(hours, 'hour') : relative().format(days, 'day'))
    },
    list: (values) => held(list().format(values.map(isolate))),
    inSentence: (label) => label.replace(spareCapital(), (capital) => capital.toLocaleLowerCase(lang)),
    timer: (seconds) =>
      `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`,
  }
}
