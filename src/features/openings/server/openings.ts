import { pageLanguage } from '#features/profile/contract.ts'
import { isInterest, visibleFields } from '#features/profile/server/public.ts'
import { answerKey, askKey } from '#features/quiz/contract.ts'
import { sharedPublicAnswers } from '#features/quiz/server/public.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { findLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { rankOpenings, takeOpenings, type Material, type Opening } from '../rules.ts'
import type { MaterialRow } from './queries.ts'

/**
 * Returns first messages from a member to their match, in a language that both read: the page's, unless the other shows languages and it
 * is none of them. They name only answers that each may see of the other: sending a private answer would reveal it. Empty for a partner
 * who is hidden.
 */
export async function toOpenings(rows: readonly MaterialRow[], viewerId: string, page: LocaleCode): Promise<string[]> {
  const two = findTwo(rows, viewerId)
  if (!two) return []
  const { own, seen } = two
  return sayAll(rankOpenings(toMaterial(own, seen, page)), commonLocale(own.languages, seen.languages, page))
}

/** A first message about something that both have chosen, in the language `code`; null if nothing is shared. */
export async function toSharedOpening(rows: readonly MaterialRow[], viewerId: string, code: LocaleCode): Promise<string | null> {
  const two = findTwo(rows, viewerId)
  if (!two) return null
  const shared = rankOpenings({ ...toMaterial(two.own, two.seen, code), theirs: [], about: '' })
  return (await sayAll(shared, code))[0] ?? null
}

/** `seen`: what the viewer may see of the other as their match. */
function findTwo(rows: readonly MaterialRow[], viewerId: string): { own: MaterialRow; seen: MaterialRow } | null {
  const own = rows.find(({ memberId }) => memberId === viewerId)
  const other = rows.find(({ memberId }) => memberId !== viewerId)
  return own && other?.discoverable ? { own, seen: visibleFields(other, 'match') } : null
}

async function sayAll(openings: readonly Opening[], code: LocaleCode): Promise<string[]> {
  if (openings.length === 0) return []
  const messages = await loadMessages(code, ['openings', 'profile', 'quiz-questions'])
  const { t } = createTranslator(code, messages, { timeZone: 'UTC' })
  return takeOpenings(openings.map((opening) => say(opening, t)))
}

function commonLocale(own: readonly string[], theirs: readonly string[], page: LocaleCode): LocaleCode {
  if (theirs.length === 0 || theirs.includes(pageLanguage(page))) return page
  const common = own.filter((language) => theirs.includes(language)).map(findLocale)
  return common.find((locale) => locale !== null)?.code ?? page
}

function toMaterial(own: MaterialRow, seen: MaterialRow, page: LocaleCode): Material {
  const shown = visibleFields(own, 'match')
  const known = new Set(shown.interests)
  const interests = seen.interests.filter(isInterest)
  const language = seen.aboutLanguage
  // Nothing is quoted that its writer cannot read.
  const canRead = language === null || [...own.languages, pageLanguage(page)].includes(language)
  return {
    shared: interests.filter((interest) => known.has(interest)),
    theirs: interests.filter((interest) => !own.interests.includes(interest)),
    answers: sharedPublicAnswers(own.quiz, seen.quiz),
    about: canRead ? seen.about : '',
  }
}

/** `parts`: what stands in quotation marks in the text. */
function say(opening: Opening, t: Translator['t']): { text: string; parts: string[] } {
  switch (opening.kind) {
    case 'shared':
    case 'alsoShared':
    case 'curious': {
      // The interest is worded as on the profile.
      const interest = t(`profile.interest.${opening.interest}`)
      return { text: t(`openings.${opening.kind}`, { interest }), parts: [interest] }
    }
    case 'sameAnswer':
    case 'otherAnswer': {
      const { kind, question, mine, theirs } = opening
      const words = { ask: t(askKey(question)), mine: t(answerKey(question, mine)), theirs: t(answerKey(question, theirs)) }
      return { text: t(`openings.${kind}`, words), parts: Object.values(words) }
    }
    case 'asked':
    case 'wrote': {
      // After a quoted question, the writer continues with an answer.
      const end = opening.kind === 'asked' ? ' ' : ''
      return { text: `${t(`openings.${opening.kind}`, { sentence: opening.sentence })}${end}`, parts: [opening.sentence] }
    }
    default:
      return opening satisfies never
  }
}
