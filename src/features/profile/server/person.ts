import type { PortraitOf } from '#shared/photo.ts'
import type { PersonView, Relation, TogetherView } from '../contract.ts'
import { ageOn, commonGround, isGender, toAnswers, utcDay, visibleFields, type Ground, isOnline } from '../rules.ts'
import { textLanguage, toPromptAnswerViews, type Reader } from './reader.ts'
import type { findPersonStatement } from './queries.ts'

export type PersonRow = Omit<Awaited<ReturnType<typeof findPersonStatement>>[number], 'cellX' | 'cellY' | 'quiz' | 'revision'>

/**
 * Returns a row as a viewer in that relation sees it. An age replaces the date, a dot the time; place and hidden fields are
 * omitted.
 */
export function toPerson(
  row: PersonRow,
  relation: Relation,
  { now, portraitOf, reader }: { now: number; portraitOf: PortraitOf; reader: Reader },
): PersonView {
  const shown = visibleFields(row, relation)
  const { aboutLanguage, ...answers } = toAnswers(shown)
  return {
    ...answers,
    aboutIn: textLanguage(reader, aboutLanguage),
    promptAnswers: toPromptAnswerViews(shown.promptAnswers, reader),
    id: row.id,
    firstName: row.firstName,
    age: ageOn(row.birthDate, utcDay(now)),
    avatar: portraitOf(row.avatar),
    online: isOnline(row, now),
    verified: row.verified,
    verifiedAt: row.verified ? row.verifiedAt : null,
    isPremium: row.showsPremium && (row.premiumUntil ?? 0) > now,
    gender: isGender(row.gender) ? row.gender : null,
  }
}

/** Returns what both have in common. `person` contains only what the viewer may see of them, so hidden interests never count. */
export function toTogether(viewer: Ground, person: Ground): TogetherView {
  const { interests, intent } = commonGround(viewer, person)
  return { interests, intent }
}
