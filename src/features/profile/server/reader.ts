import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { pageLanguage, type PromptAnswerView, type SpokenLanguage, type StoredPromptAnswer } from '../contract.ts'
import { isSpokenLanguage } from '../rules.ts'

/**
 * Somebody who reads what others wrote: the languages that they speak, and the questions in the page's language; null for a question
 * that has been removed. It needs no list of the questions, which would be loaded with every list of people.
 */
export type Reader = { speaks: ReadonlySet<string>; questionOf: (prompt: string) => string | null }

/** `languages`: those of the reader's own profile. A reader without languages speaks the page's (product.md 'Languages'). */
export async function readerOf(languages: readonly string[], code: LocaleCode): Promise<Reader> {
  const questions = (await loadMessages(code, ['profile-prompts']))['profile-prompts'] ?? {}
  return {
    speaks: new Set(languages.length > 0 ? languages : [pageLanguage(code)]),
    questionOf: (prompt) => {
      const question = Object.hasOwn(questions, prompt) ? questions[prompt] : null
      return typeof question === 'string' ? question : null
    },
  }
}

/** Returns a text's language if the reader does not speak it, else null. */
export const foreignTo = ({ speaks }: Reader, language: string | null): SpokenLanguage | null =>
  language === null || speaks.has(language) || !isSpokenLanguage(language) ? null : language

/** Returns answers for a reader; hidden ones must have been left out before. */
export function toPromptAnswerViews(shown: readonly StoredPromptAnswer[], reader: Reader): PromptAnswerView[] {
  return shown.flatMap(({ prompt, text, language }) => {
    const question = reader.questionOf(prompt)
    return question === null ? [] : [{ prompt, question, text, language: foreignTo(reader, language) }]
  })
}
