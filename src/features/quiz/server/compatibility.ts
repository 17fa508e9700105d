import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { answerKey, askKey, type CompatibilityView } from '../contract.ts'
import { explainMatch } from '../rules.ts'

/**
 * A member's view of their compatibility with another, from both packed answers. It includes the texts of the few questions it
 * names, so that a profile does not load the whole quiz.
 */
export async function toCompatibility(mine: string, theirs: string, reader: Translator): Promise<CompatibilityView> {
  const shown = explainMatch(mine, theirs)
  if (shown === null) return null
  const { code } = reader.locale
  const { t } = createTranslator(code, await loadMessages(code, ['quiz-questions']), { timeZone: 'UTC' })
  return {
    percent: shown.percent,
    reasons: shown.reasons.map(({ question, mine: own, theirs: other, verdict }) => ({
      question,
      ask: t(askKey(question)),
      mine: t(answerKey(question, own)),
      theirs: t(answerKey(question, other)),
      verdict,
    })),
  }
}
