import { dateTimeFormat } from '../intl/formats.ts'
import { getLocale, type LocaleCode } from './locales.ts'

/** Another language in which people of a locale write dates, besides English. */
const secondLanguage: Partial<Record<LocaleCode, string>> = { uk: 'ru' }

/** Names of other regions, and those without umlauts, in the form of `wordsIn`. */
const otherNames: Partial<Record<LocaleCode, Readonly<Record<string, number>>>> = {
  de: { janner: 1, jaenner: 1, feber: 2, maerz: 3, juno: 6, julei: 7 },
  es: { setiembre: 9, set: 9 },
}

const romanMonths = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

/**
 * Finds the month, 1 to 12, that a text names in the language of a locale or in English: in full or shortened, by itself or
 * as in a date, with or without its accents, or as a Roman numeral. Null where it names none, or more than one.
 */
export function findMonth(text: string, locale: LocaleCode): number | null {
  const languages = ['en', getLocale(locale).lang, secondLanguage[locale]].filter((lang) => lang !== undefined)
  const names = [
    ...languages.flatMap(monthNames),
    ...Object.entries(otherNames[locale] ?? {}).map(([name, month]) => ({ name, month })),
  ]
  const typed = wordsIn(text)
  const months = namedBy(typed, names)
  // A weekday may be shortened like a month: `mar 3 mayo`, a Tuesday in May.
  const days = months.size > 1 ? new Set(languages.flatMap(weekdayNames)) : null
  const meant = days
    ? namedBy(
        typed.filter((word) => !days.has(word)),
        names,
      )
    : months
  if (meant.size > 0) return meant.size === 1 ? ([...meant][0] ?? null) : null
  return findRoman(text)
}

type Name = { name: string; month: number }

/** Returns the months that words name in full or, if none does, by their beginnings. */
function namedBy(typed: readonly string[], names: readonly Name[]): Set<number> {
  const exact = names.filter(({ name }) => typed.includes(name))
  const meant = exact.length > 0 ? exact : names.filter(({ name }) => typed.some((beginning) => name.startsWith(beginning)))
  return new Set(meant.map(({ month }) => month))
}

/** A date changes the name: Czech `červen` is June, and `července` in July. A short form may be no beginning: `čvn`. */
function monthNames(lang: string): Name[] {
  const formats = (['long', 'short'] as const).flatMap((month) =>
    [undefined, 'numeric' as const].map((day) => dateTimeFormat(lang, { day, month, timeZone: 'UTC' })),
  )
  return Array.from({ length: 12 }, (_, month) =>
    formats.flatMap((format) => wordsIn(format.format(Date.UTC(2000, month))).map((name) => ({ name, month: month + 1 }))),
  ).flat()
}

function weekdayNames(lang: string): string[] {
  const formats = (['long', 'short'] as const).map((weekday) => dateTimeFormat(lang, { weekday, timeZone: 'UTC' }))
  return Array.from({ length: 7 }, (_, day) =>
    formats.flatMap((format) => wordsIn(format.format(Date.UTC(2000, 0, day + 1)))),
  ).flat()
}

/** In Poland, Romania and elsewhere the month may be a Roman numeral. Ukrainian and Turkish keyboards have an own I and X. */
function findRoman(text: string): number | null {
  const latin = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/[ІӀΙ]/g, 'I').replaceAll(/[ХΧ]/g, 'X')
  const found = (latin.match(/\p{L}+/gu) ?? []).map(
    (word) => romanMonths.indexOf(word.length > 1 ? word.toUpperCase() : word) + 1,
  )
  const [month = 0, ...others] = found.filter((each) => each > 0)
  return month > 0 && others.length === 0 ? month : null
}

/** Words long enough to be a month: its name, or the beginning of it. Keyboards of other languages have no accents. */
function wordsIn(text: string): string[] {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
  return folded.match(/\p{L}{3,}/gu) ?? []
}
