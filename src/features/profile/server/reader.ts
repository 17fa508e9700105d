import type { PromptAnswerView, SpokenLanguage, StoredPromptAnswer, TextLanguage } from '../contract.ts'
import { knownLanguage } from '../rules.ts'

/**
 * Somebody who reads what others wrote: the languages that they speak, and the questions in the page's language; null for a question
 * that has been removed. It needs no list of the questions, which would be loaded with every list of people.
 */
export type Reader = { page: SpokenLanguage; speaks: ReadonlySet<string>; questionOf: (prompt: string) => string | null }

/** Returns what a reader has to know about the language of a text. */
export function textLanguage({ page, speaks }: Omit<Reader, 'questionOf'>, language: string | null): TextLanguage {
  const known = knownLanguage(language)
  return { lang: known === page ? null : known, named: known !== null && speaks.has(known) ? null : known }
}

/** Returns answers for a reader; hidden ones must have been left out before. */
export function toPromptAnswerViews(shown: readonly StoredPromptAnswer[], reader: Reader): PromptAnswerView[] {
  return shown.flatMap(({ prompt, text, language }) => {
    const question = reader.questionOf(prompt)
    return question === null ? [] : [{ prompt, question, text, ...textLanguage(reader, language) }]
  })
}
