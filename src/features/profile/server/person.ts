import { avatarUrl } from '#shared/avatar.ts'
import { onlineMs, type PersonView, type TogetherView } from '../contract.ts'
import { ageOn, commonGround, isGender, isIntent, isInterest, isSpokenLanguage, utcDay, type Ground } from '../rules.ts'
import type { findPersonStatement } from './queries.ts'

export type PersonRow = Awaited<ReturnType<typeof findPersonStatement>>[number]

/** A row as others see it: an age instead of a date, a dot instead of a time, no place, and only what the lists know. */
export function toPerson(row: PersonRow, now: number): PersonView {
  return {
    id: row.id,
    firstName: row.firstName,
    age: ageOn(row.birthDate, utcDay(now)),
    avatar: avatarUrl(row.avatar),
    online: now - row.activeAt <= onlineMs,
    verified: row.verified,
    gender: isGender(row.gender) ? row.gender : null,
    intent: row.intent !== null && isIntent(row.intent) ? row.intent : null,
    about: row.about,
    interests: row.interests.filter(isInterest),
    languages: row.languages.filter(isSpokenLanguage),
    heightCm: row.heightCm,
  }
}

export function toTogether(viewer: Ground, person: Ground): TogetherView {
  const { share, interests, intent } = commonGround(viewer, person)
  return { percent: Math.round(share * 100), interests, intent }
}
