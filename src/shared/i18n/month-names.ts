import { getLocale, type LocaleCode } from './locales.ts'

/**
 * Finds the month, 1 to 12, that a text names in the language of a locale or in English: in full or shortened, by itself or
 * as in a date, with or without its accents. Null where it names none, or more than one.
 */
export function findMonth(text: string, locale: LocaleCode): number | null {
  const typed = wordsIn(text)
  const names = ['en', getLocale(locale).lang].flatMap(monthNames)
  const exact = names.filter(({ name }) => typed.includes(name))
  const meant = exact.length > 0 ? exact : names.filter(({ name }) => typed.some((beginning) => name.startsWith(beginning)))
  const [first] = meant
  return first !== undefined && meant.every(({ month }) => month === first.month) ? first.month : null
}

/** A date changes the name: Czech `červen` is June, and `července` in July. A short form may be no beginning: `čvn`. */
function monthNames(lang: string): { name: string; month: number }[] {
  const formats = (['long', 'short'] as const).flatMap((month) =>
    [undefined, 'numeric' as const].map((day) => new Intl.DateTimeFormat(lang, { day, month, timeZone: 'UTC' })),
  )
  return Array.from({ length: 12 }, (_, month) =>
    formats.flatMap((format) => wordsIn(format.format(Date.UTC(2000, month))).map((name) => ({ name, month: month + 1 }))),
  ).flat()
}

/** Words long enough to be a month: its name, or the beginning of it. Keyboards of other languages have no accents. */
function wordsIn(text: string): string[] {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
  return folded.match(/\p{L}{3,}/gu) ?? []
}
