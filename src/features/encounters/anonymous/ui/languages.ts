import { localeNames } from '#shared/i18n/locale-names.ts'
import { findTalkLanguage } from '../contract.ts'
import { talkLanguages, type TalkLanguage } from '#features/encounters/contract.ts'

/** A language's own name, without the country: there is only one English among the talk languages. */
const nameOf = (language: TalkLanguage): string => localeNames[language].nativeName.replace(/ \(.*/, '')

export const languageOptions = talkLanguages.map((value) => ({ value, label: nameOf(value) }))

export function languageName(code: string): string {
  const language = findTalkLanguage(code)
  return language ? nameOf(language) : code
}
