import type { OwnPromptAnswer, StoredPromptAnswer } from '../contract.ts'
import { prompts } from '../prompts.ts'
import { isSpokenLanguage, knownVisibility } from '../rules.ts'

/** Returns stored answers to prompts without those whose prompt has been removed from the list. */
export function toPromptAnswers(stored: readonly StoredPromptAnswer[]): OwnPromptAnswer[] {
  return stored.flatMap(({ prompt, text, language, see }) => {
    const known = prompts.find((key) => key === prompt)
    if (!known) return []
    const isKnown = language !== null && isSpokenLanguage(language)
    return [{ prompt: known, text, language: isKnown ? language : null, see: knownVisibility(see) }]
  })
}
