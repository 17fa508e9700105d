import { createFormat, type Format } from '#shared/i18n/format.ts'
import { dateTimeFormat, relativeTimeFormat } from '#shared/intl/formats.ts'
import type { LocaleEntry } from '#shared/i18n/locales.ts'

/** Formats future times in a time zone. Separate from the formats of all pages, because only two pages need it. */
export type EveningFormat = Format & {
  /** 'Today', 'Tomorrow' or 'Friday', as a heading. */
  weekday: (value: number, now: number) => string
  /** '27 November', in one line. */
  dayMonth: (value: number) => string
}

const dayMs = 24 * 60 * 60_000

export function createEveningFormat({ lang }: Pick<LocaleEntry, 'lang'>, timeZone: string, format: Format): EveningFormat {
  const weekday = dateTimeFormat(lang, { weekday: 'long', timeZone })
  const dayMonth = dateTimeFormat(lang, { day: 'numeric', month: 'long', timeZone })
  const relative = relativeTimeFormat(lang, { numeric: 'auto' })
  const calendarDay = dateTimeFormat('en-CA', { dateStyle: 'short', timeZone })
  const dayOf = (value: number) => Date.parse(calendarDay.format(value)) / dayMs
  return {
    ...format,
    weekday: (value, now) => {
      const days = Math.round(dayOf(value) - dayOf(now))
      const name = days === 0 || days === 1 ? relative.format(days, 'day') : weekday.format(value)
      return name.replace(/^./u, (first) => first.toLocaleUpperCase(lang))
    },
    // French writes the first day of a month as an ordinal.
    dayMonth: (value) =>
      dayMonth
        .format(value)
        .replace(/^1 /, lang.startsWith('fr') ? '1er ' : '1 ')
        .replaceAll(' ', '\u00a0'),
  }
}

/** Formats times in a time zone, which may differ from the browser's. */
export function createZoneFormat(locale: LocaleEntry, timeZone: string, justNow: () => string): EveningFormat {
  return createEveningFormat(locale, timeZone, createFormat(locale, timeZone, justNow))
}
