import { dateTimeFormat } from './intl/formats.ts'
import * as v from 'valibot'
import { asciiDigits } from './i18n/digits.ts'
import type { LocaleCode } from './i18n/locales.ts'
import { findMonth } from './i18n/month-names.ts'

export const adultAge = 18

export type BirthDateOrder = 'dmy' | 'mdy'

/** The order in which people of a locale write a date (product.md 'Members and registration'). */
export function birthDateOrder(locale: LocaleCode): BirthDateOrder {
  return locale === 'en-us' ? 'mdy' : 'dmy'
}

/** Locales that separate a date with dots; the others use slashes. */
const dotted: ReadonlySet<LocaleCode> = new Set(['uk', 'pl', 'tr', 'ro', 'cs', 'de'])
const separatorOf = (locale: LocaleCode) => (dotted.has(locale) ? '.' : '/')

/** Mask of a birth-date field in the tokens of spec §5: `##/##/####` or `##.##.####`. */
export function birthDateMask(locale: LocaleCode): string {
  return ['##', '##', '####'].join(separatorOf(locale))
}

/** Writes an ISO date as people type it in a locale: `parseBirthDate` parses it back. */
export function writeBirthDate(isoDate: string, locale: LocaleCode): string {
  const [year = '', month = '', day = ''] = isoDate.split('-')
  const parts = birthDateOrder(locale) === 'mdy' ? [month, day, year] : [day, month, year]
  return parts.join(separatorOf(locale))
}

/**
 * Parses a typed birth date to ISO `YYYY-MM-DD`; null if there is no such day. Accepts any separators or none, digits of every
 * script, and the year first, as in ISO. The year must have four digits here, because two do not
 * distinguish 1926 from 2026.
 */
export function parseBirthDate(text: string, order: BirthDateOrder): string | null {
  // Dates written by a program may be followed by a time of day.
  const typed = asciiDigits(text)
    .trim()
    .replace(/(?:T|,? )\d{2}:\d{2}.*$/i, '')
  const yearFirst = /^(\d{4})\D{1,3}(\d{1,2})\D{1,3}(\d{1,2})\D?$/.exec(typed)
  if (yearFirst) return toIsoDate(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]))
  const parts = /^(\d{1,2})\D{1,3}(\d{1,2})\D{1,3}(\d{4})\D?$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed)
  if (!parts) return null
  const [first, second, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const inOrder = order === 'mdy' ? toIsoDate(year, first, second) : toIsoDate(year, second, first)
  if (inOrder) return inOrder
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(typed)
  return packed ? toIsoDate(Number(packed[1]), Number(packed[2]), Number(packed[3])) : null
}

/**
 * Reads a typed birth date as people of a locale write it, with the name of the month or two digits of the year, too; null when
 * there is no such day.
 */
export function readBirthDate(text: string, locale: LocaleCode): string | null {
  const typed = asciiDigits(text)
    .replaceAll(/^\D+|\D+$/g, '')
    .replace(shortYear, (_, dayAndMonth: string, year: string) => dayAndMonth + fullYear(year))
  return parseBirthDate(typed, birthDateOrder(locale)) ?? readInWords(asciiDigits(text), locale)
}

const shortYear = /^(\d{1,2}\D{1,3}\d{1,2}\D{1,3})(\d{2})$/

/** Two digits of a year are enough where no adult was born in the other century. 09 to 29 stay as they are, which is no year. */
function fullYear(digits: string): string {
  if (digits >= '30') return `19${digits}`
  return digits <= '08' ? `20${digits}` : digits
}

function readInWords(text: string, locale: LocaleCode): string | null {
  const numbers = text.match(/\d+/g) ?? []
  const year = numbers.find((digits) => digits.length === 4) ?? fullYear(numbers[1] ?? '')
  const day = numbers.find((digits) => digits.length <= 2)
  const month = findMonth(text, locale)
  return numbers.length === 2 && month ? toIsoDate(Number(year), month, Number(day)) : null
}

const oldestYear = 1900

function toIsoDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= oldestYear ? date.toISOString().slice(0, 10) : null
}

/**
 * A schema for a typed birth date, for every form with one. It does not check for an adult, which needs the member's time zone.
 */
export function birthDateInput(locale: LocaleCode) {
  return v.pipe(
    v.string('invalid'),
    v.trim(),
    v.nonEmpty('required'),
    v.transform((text) => readBirthDate(text, locale)),
    v.string('date'),
  )
}

/** Returns the calendar day (ISO) of an instant in the member's time zone. */
export function localDay(now: number, timeZone: string): string {
  return dateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}

/**
 * Returns whether the member is 18 on the current day in their time zone. Someone born on 29 February comes of age on 1 March.
 */
export function isAdult(birthDate: string, now: number, timeZone: string): boolean {
  const comesOfAge = `${Number(birthDate.slice(0, 4)) + adultAge}${birthDate.slice(4)}`
  return comesOfAge <= localDay(now, timeZone)
}
