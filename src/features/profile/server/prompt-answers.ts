import type { OwnPromptAnswer, Prompt, StoredPromptAnswer } from '../contract.ts'
import { knownLanguage, knownVisibility } from '../rules.ts'
import type { Reader } from './reader.ts'

/**
 * Returns stored answers to prompts for their writer, without those whose question has been removed. The questions of the language say
 * which are asked: the list itself would be loaded with every page.
 */
export function toPromptAnswers(
  stored: readonly StoredPromptAnswer[],
  { questionOf }: Pick<Reader, 'questionOf'>,
): OwnPromptAnswer[] {
  const isAsked = (prompt: string): prompt is Prompt => questionOf(prompt) !== null
  return stored.flatMap(({ prompt, text, language, see }) => {
    if (!isAsked(prompt)) return []
    return [{ prompt, text, language: knownLanguage(language), see: knownVisibility(see) }]
  })
}
