import { birthDateMask, birthDateOrder, parseBirthDate, readBirthDate, writeBirthDate } from '#shared/birth-date.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { Spelling } from './spelling.ts'

const isoMask = '####-##-##'

/** Other ways to type a birth date than in the locale's order: with the year first, as in ISO, or with the name of a month. */
export function birthDateSpelling(locale: LocaleCode): Spelling {
  const order = birthDateOrder(locale)
  return {
    reshape: (typed, separates) => {
      const words = readWords(typed, separates)
      if (words !== null) {
        // A date that ends with its year is complete; if the year came first, the day may get more digits.
        const whole = /\D\d{4}$/.test(words) ? read(words) : null
        return whole ? { mask: birthDateMask(locale), text: whole } : { mask: null, text: words }
      }
      if (/^\d{4}\D/.test(typed)) return { mask: isoMask, text: typed }
      // The mask took four digits for day and month, and the separator after them was typed. So they are a year: no
      // member was born in 1231.
      const digits = takenForDayAndMonth(typed)
      if (!separates && digits && (!isDay(digits) || typed.endsWith('-'))) return { mask: isoMask, text: `${digits}-` }
      return null
    },
    // The mask may have inserted its separators into eight digits that begin with the year.
    read: (typed) => read(typed) ?? (/\p{L}/u.test(typed) ? null : read(typed.replaceAll(/\D/g, ''))),
  }

  function read(text: string): string | null {
    const isoDate = readBirthDate(text, locale)
    return isoDate === null ? null : writeBirthDate(isoDate, locale)
  }

  function isDay(digits: string): boolean {
    return parseBirthDate(`${digits}2000`, order) !== null
  }
}

/** Returns the four digits of a year into which the mask, which knows no meanings, has inserted its first two separators. */
function takenForDayAndMonth(text: string): string | null {
  const [, first, second] = /^(\d\d)\D(\d\d)\P{N}+$/u.exec(text) ?? []
  const digits = `${first}${second}`
  return /^(?:19|20)\d\d$/.test(digits) ? digits : null
}

/** Returns a text whose month may be a word: it contains words, after at most one number. Null for other texts. */
function readWords(text: string, separates: boolean): string | null {
  const before = /^\P{L}*(?=\p{L})/u.exec(text)?.[0]
  if (before === undefined) return null
  const numbers = before.match(/\d+/g) ?? []
  const year = numbers.length === 2 && !separates ? takenForDayAndMonth(before) : null
  if (numbers.length > 1 && year === null) return null
  const start = year ?? numbers[0] ?? ''
  const isApart = /\D$/.test(before) && start !== ''
  return `${start}${isApart ? ' ' : ''}${text.slice(before.length)}`
}
