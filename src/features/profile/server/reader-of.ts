import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { pageLanguage } from '../contract.ts'
import { spokenBy } from '../rules.ts'
import type { Reader } from './reader.ts'

/** `languages`: those of the reader's own profile. */
export async function readerOf(languages: readonly string[], code: LocaleCode): Promise<Reader> {
  const questions = (await loadMessages(code, ['profile-prompts']))['profile-prompts'] ?? {}
  return {
    page: pageLanguage(code),
    speaks: new Set(spokenBy(languages, pageLanguage(code))),
    questionOf: (prompt) => {
      const question = Object.hasOwn(questions, prompt) ? questions[prompt] : null
      return typeof question === 'string' ? question : null
    },
  }
}
