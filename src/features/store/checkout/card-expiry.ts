import { asciiDigits } from '#shared/i18n/digits.ts'
import type { Spelling } from '#ui/fields/mask/spelling.ts'

/**
 * Parses a card's month of expiry as printed on the card, `MM/YY`; null if there is no such month. The month may have one digit,
 * the year four, and the year may come first, as browsers fill in a month.
 */
export function readCardExpiry(text: string): string | null {
  const typed = asciiDigits(text).trim()
  const parts =
    /^(?<month>\d{1,2})\D{1,3}(?:20)?(?<year>\d{2})$/.exec(typed) ??
    /^(?<month>\d{2})(?:20)?(?<year>\d{2})$/.exec(typed) ??
    /^20(?<year>\d{2})\D{0,3}(?<month>\d{1,2})$/.exec(typed)
  const month = Number(parts?.groups?.['month'])
  if (!parts || month < 1 || month > 12) return null
  return `${String(month).padStart(2, '0')}/${parts.groups?.['year']}`
}

/** Other formats in which people type it: with the full year, or the year first. */
export const cardExpirySpelling: Spelling = {
  reshape: (typed) => {
    if (/^\d{2}\D20\d+$/.test(typed) && typed.length > 5) return { mask: '##/####', text: typed }
    const yearFirst = /^(20)\D?(\d\d)(\D.*)$/.exec(typed)
    return yearFirst ? { mask: '####-##', text: yearFirst.slice(1).join('') } : null
  },
  read: readCardExpiry,
}
