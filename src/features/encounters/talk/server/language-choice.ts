import * as v from 'valibot'
import { languagesAtMost, talkLanguageOf, talkLanguages, type LanguageChoice } from '#features/encounters/contract.ts'
import type { AppContext } from '#server/context.ts'

const language = v.picklist(talkLanguages, 'choice')

/**
 * How a request names languages: up to three, the best one first, or a single one as `language`, or none. A form sends '' for each
 * choice that was left open.
 */
export const languageFields = {
  language: v.optional(language),
  languages: v.optional(
    v.pipe(
      v.array(v.union([language, v.literal('')], 'choice'), 'choice'),
      v.transform((chosen) => [...new Set(chosen.filter((each) => each !== ''))]),
      v.maxLength(languagesAtMost, 'too-many-chosen'),
    ),
    [],
  ),
}

type LanguageInput = { language?: string | undefined; languages: readonly string[] }

export function choiceOf(c: AppContext, { language: single, languages }: LanguageInput): LanguageChoice {
  const chosen = languages.length > 0 || single === undefined ? languages : [single]
  return { languages: chosen, otherwise: talkLanguageOf(c.get('locale').code) }
}
