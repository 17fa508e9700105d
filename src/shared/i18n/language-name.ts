import { findLocale } from './locales.ts'
import { localeNames } from './locale-names.ts'

/** A language's own name, without a country; of a code without pages, the code. */
export function languageName(code: string): string {
  const locale = findLocale(code)
  return locale ? localeNames[locale.code].nativeName.replace(/ \(.*/, '') : code
}
