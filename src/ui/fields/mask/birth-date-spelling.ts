import { birthDateMask, birthDateOrder, parseBirthDate, writeBirthDate } from '#shared/birth-date.ts'
import { getLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import type { Spelling } from './spelling.ts'

const isoMask = '####-##-##'

/** How else people type a birth date than in the order of their locale: with the year first, as in ISO, or with a month's name. */
export function birthDateSpelling(locale: LocaleCode): Spelling {
  const order = birthDateOrder(locale)
  return {
    reshape: (pasted, separates) => {
      // Without its month, the digits of the year would stand in the month's place.
      const typed = hasWordForMonth(pasted) ? (/^\P{L}*/u.exec(pasted)?.[0] ?? '') : pasted
      if (/^\d{4}\D/.test(typed)) return { mask: isoMask, text: typed }
      // The mask has taken four digits for day and month; the separator behind them was typed. No member is as old as 1231.
      const first = /^(\d\d)\D(\d\d)\D+$/.exec(typed)
      const digits = `${first?.[1]}${first?.[2]}`
      if (!separates && /^(?:19|20)\d\d$/.test(digits) && (!isDay(digits) || typed.endsWith('-')))
        return { mask: isoMask, text: `${digits}-` }
      return typed === pasted ? null : { mask: birthDateMask(locale), text: typed }
    },
    read: (typed) => {
      // The mask may have put its separators into eight digits with the year first.
      const isoDate =
        parseBirthDate(typed.replaceAll(/^\D+|\D+$/g, ''), order) ??
        (hasWordForMonth(typed) ? readMonth(typed, locale) : parseBirthDate(typed.replaceAll(/\D/g, ''), order))
      return isoDate === null ? null : writeBirthDate(isoDate, locale)
    },
  }

  function isDay(digits: string): boolean {
    return parseBirthDate(`${digits}2000`, order) !== null
  }
}

/** Whether a text has a year and words, but no number for each part of a date. */
function hasWordForMonth(text: string): boolean {
  const numbers = text.match(/\d+/g) ?? []
  return numbers.length < 3 && numbers.some((digits) => digits.length === 4) && /\p{L}/u.test(text)
}

/** Reads a date with the name of its month in the language of the page or in English; null for others. */
function readMonth(text: string, locale: LocaleCode): string | null {
  const day = /(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0]
  const year = /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0]
  const typed = namesIn(text)
  const names = ['en', getLocale(locale).lang].flatMap(monthNames)
  const exact = names.filter(({ name }) => typed.includes(name))
  const meant = exact.length > 0 ? exact : names.filter(({ name }) => typed.some((beginning) => name.startsWith(beginning)))
  const [first] = meant
  const isOne = first !== undefined && meant.every(({ month }) => month === first.month)
  return isOne && day && year ? parseBirthDate(`${year}-${first.month}-${day}`, 'dmy') : null
}

/** The names by themselves and as they stand in a date: Czech `červen` is June, and `července` in July. */
function monthNames(lang: string): { name: string; month: number }[] {
  const alone = new Intl.DateTimeFormat(lang, { month: 'long', timeZone: 'UTC' })
  const dated = new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) =>
    [alone, dated].flatMap((format) => namesIn(format.format(Date.UTC(2000, month))).map((name) => ({ name, month: month + 1 }))),
  ).flat()
}

/** Words long enough to be a month: its name, or the beginning of it. */
const namesIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
