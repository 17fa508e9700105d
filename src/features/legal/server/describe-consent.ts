import { locales, type LocaleCode } from '#shared/i18n/locales.ts'
import { consentDocuments, legalVersion, type ConsentKind, type ConsentText, type Operator } from '../contract.ts'
import { flattenLegalText, readLegalText, shownAs } from '../rules.ts'
import { loadLegalTranslator } from './legal-texts.ts'

/** Returns the facts for a consent's row: version and hash of the text that a visitor in this language was shown. */
export async function describeConsent(kind: ConsentKind, locale: LocaleCode, operator: Operator): Promise<ConsentText> {
  const document = consentDocuments[kind]
  const text = flattenLegalText(readLegalText(await loadLegalTranslator(locale), document, operator))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return { kind, version: legalVersion(document), locale, textHash: hex(new Uint8Array(digest)) }
}

/** Returns the text that a form claims to have shown, in the language in which it was read; null if the text has changed. */
export async function describeShown(
  kind: ConsentKind,
  shown: readonly string[],
  operator: Operator,
): Promise<ConsentText | null> {
  const mine = shown.find((text) => text.startsWith(`${kind} `))
  const locale = locales.find(({ code }) => code === mine?.split(' ')[2])
  if (!locale) return null
  const text = await describeConsent(kind, locale.code, operator)
  return shownAs(text) === mine ? text : null
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
