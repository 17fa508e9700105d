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
 * Formats dates, numbers and lists with Intl in the locale and the visitor's time zone; formatters are kept by each isolate.
 * `justNow` is a message, because Intl writes zero minutes as 'this minute' or 'now'.
 */
export function createFormat(locale: LocaleEntry, timeZone: string, justNow: () => string): Format {
  const { lang } = locale
  const once = <T>(make: () => T) => {
    let made: T | undefined
    return () => (made ??= make())
  }
  const fullDate = () => dateTimeFormat(lang, { dateStyle: 'long', timeZone })
  const clock = (zone: string) => dateTimeFormat(lang, { timeStyle: 'short', timeZone: zone })
  const dayOf = (value: number) => Date.parse(dateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(value))
  const relative = (value: number, unit: Intl.RelativeTimeFormatUnit) =>
    relativeTimeFormat(lang, { numeric: 'auto' }).format(value, unit)
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
  const daysBetween = (value: number, now: number) => Math.round((dayOf(value) - dayOf(now)) / dayMs)
  return {
    number: (value) => numberFormat(lang).format(value),
    percent: (fraction) => numberFormat(lang, { style: 'percent' }).format(fraction),
    date: (value) =>
      dated(
        typeof value === 'string'
          ? dateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(value))
          : fullDate().format(value),
      ),
    time: (value) => clock(timeZone).format(value),
    timeIn: (value, other) => clock(other).format(value),
    year: (value) => dateTimeFormat(lang, { year: 'numeric', timeZone }).format(value),
    moment: (value, now) => {
      if (daysBetween(value, now) === 0) return clock(timeZone).format(value)
      return dated(
        now - value < 300 * dayMs
          ? dateTimeFormat(lang, { day: 'numeric', month: 'short', timeZone }).format(value)
          : fullDate().format(value),
      )
    },
    day: (value, now) => {
      const days = daysBetween(value, now)
      return Math.abs(days) <= 1 ? relative(days, 'day') : dated(fullDate().format(value))
    },
    ago: (value, now) => {
      const minutes = Math.trunc((value - now) / 60_000)
      if (minutes >= 0) return justNow()
      const hours = Math.trunc(minutes / 60)
      if (hours === 0) return held(relative(minutes, 'minute'))
      // On the day when clocks are put back, 24 hours ago may be the same day.
      const days = hours <= -24 ? daysBetween(value, now) : 0
      return held(days === 0 ? relative(hours, 'hour') : relative(days, 'day'))
    },
    list: (values) => held(listFormat(lang, { type: 'conjunction' }).format(values.map(isolate))),
    inSentence: (label) => label.replace(spareCapital(), (capital) => capital.toLocaleLowerCase(lang)),
    timer: (seconds) =>
      `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`,
  }
}
