import { isInterest, visibleFields } from '#features/profile/server/public.ts'
import { answerKey, askKey } from '#features/quiz/contract.ts'
import { sharedPublicAnswers } from '#features/quiz/server/public.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { chooseOpenings, type Material, type Opening } from '../rules.ts'
import type { MaterialRow } from './queries.ts'

/**
 * Returns first messages from a member to their match, in the writer's language. They name only answers that each may see of the
 * other: sending a private answer would reveal it. Empty for a partner who is hidden.
 */
export async function toOpenings(rows: readonly MaterialRow[], viewerId: string, code: LocaleCode): Promise<string[]> {
  const material = toMaterial(rows, viewerId)
  const openings = material ? chooseOpenings(material) : []
  return openings.length === 0 ? [] : sayAll(openings, code)
}

async function sayAll(openings: readonly Opening[], code: LocaleCode): Promise<string[]> {
  const messages = await loadMessages(code, ['openings', 'profile', 'quiz-questions'])
  const { t } = createTranslator(code, messages, { timeZone: 'UTC' })
  return openings.map((opening) => say(opening, t))
}

/** A first message about something that both have chosen, in the language `code`; null if nothing is shared. */
export async function toSharedOpening(rows: readonly MaterialRow[], viewerId: string, code: LocaleCode): Promise<string | null> {
  const material = toMaterial(rows, viewerId)
  const [shared] = material ? chooseOpenings({ ...material, theirs: [], about: '' }) : []
  return shared ? ((await sayAll([shared], code))[0] ?? null) : null
}

function toMaterial(rows: readonly MaterialRow[], viewerId: string): Material | null {
  const own = rows.find(({ memberId }) => memberId === viewerId)
  const other = rows.find(({ memberId }) => memberId !== viewerId)
  if (!own || !other?.discoverable) return null
  const shown = visibleFields(own, 'match')
  const seen = visibleFields(other, 'match')
  const known = new Set(shown.interests)
  const interests = seen.interests.filter(isInterest)
  return {
    shared: interests.filter((interest) => known.has(interest)),
    theirs: interests.filter((interest) => !own.interests.includes(interest)),
    answers: sharedPublicAnswers(own.quiz, other.quiz),
    about: seen.about,
  }
}

function say(opening: Opening, t: Translator['t']): string {
  switch (opening.kind) {
    case 'shared':
    case 'alsoShared':
    case 'curious':
      // The interest is worded as on the profile.
      return t(`openings.${opening.kind}`, { interest: t(`profile.interest.${opening.interest}`) })
    case 'sameAnswer':
    case 'otherAnswer': {
      const { kind, question, mine, theirs } = opening
      const words = { ask: t(askKey(question)), mine: t(answerKey(question, mine)), theirs: t(answerKey(question, theirs)) }
      return t(`openings.${kind}`, words)
    }
    case 'asked':
    case 'wrote':
      // After a quoted question, the writer continues with an answer.
      return `${t(`openings.${opening.kind}`, { sentence: opening.sentence })}${opening.kind === 'asked' ? ' ' : ''}`
    default:
      return opening satisfies never
  }
}
