import { birthDateOrder, parseBirthDate, writeBirthDate } from '#shared/birth-date.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Spelling } from './spelling.ts'

const isoMask = '####-##-##'

/** How else people type a birth date than in the order of their locale: with the year first, as in ISO. */
export function birthDateSpelling(locale: LocaleCode): Spelling {
  const order = birthDateOrder(locale)
  return {
    reshape: (typed, separates) => {
      if (/^\d{4}\D/.test(typed)) return { mask: isoMask, text: typed }
      // The mask has taken four digits for day and month; the separator behind them was typed.
      const first = /^(\d\d)\D(\d\d)\D+$/.exec(typed)
      const digits = `${first?.[1]}${first?.[2]}`
      if (!first || (isDay(digits) && (separates || !typed.endsWith('-')))) return null
      return { mask: isoMask, text: `${digits}-` }
    },
    read: (typed) => {
      // The mask may have put its separators into eight digits with the year first.
      const isoDate = parseBirthDate(typed, order) ?? parseBirthDate(typed.replaceAll(/\D/g, ''), order)
      return isoDate === null ? null : writeBirthDate(isoDate, locale)
    },
  }

  function isDay(digits: string): boolean {
    return parseBirthDate(`${digits}2000`, order) !== null
  }
}
