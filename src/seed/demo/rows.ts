import type {
  boosts,
  consents,
  deletions,
  favourites,
  likes,
  members,
  pairs,
  profiles,
  quizAnswers,
  registrations,
  restrictions,
  secondFactors,
  visits,
} from '#db/schema.ts'
import { deletionWaitMs } from '#features/auth/contract.ts'
import type { ConsentText } from '#features/legal/contract.ts'
import { cellOf } from '#features/location/contract.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import { pageLanguage } from '#features/profile/contract.ts'
import { completenessOf, genderMask } from '#features/profile/rules.ts'
import { pack } from '#features/quiz/rules.ts'
import { cityIdOf } from '../content.ts'
import type { SeedConversation } from '#features/chat/server/public.ts'
import { lifestyleOf } from './lifestyle.ts'
import type { DemoMember } from './member.ts'
import { demoModerator, demoRegistration, demoRestriction } from './named.ts'
import { quizAnswersOf } from './quiz.ts'
import { demoId } from './random.ts'
import type { DemoFavourite, DemoLike, DemoVisit } from './relations.ts'
import { storedAnswers } from './stored-answers.ts'

const dayMs = 24 * 60 * 60_000
const yearMs = 365.25 * dayMs

const isoDate = (at: number) => new Date(at).toISOString().slice(0, 10)
/** A birthday that gives exactly this age, whenever the seed runs. */
const birthDateOf = (age: number, daysSinceBirthday: number, now: number) =>
  isoDate(now - age * yearMs - daysSinceBirthday * dayMs)

export function memberRow(member: DemoMember, passwordHash: string, now: number): typeof members.$inferInsert {
  const { id, email, state, role, firstName, gender, locale, appearance } = member
  const birthDate = birthDateOf(member.age, member.daysSinceBirthday, now)
  const createdAt = now - member.joinedAgoMs
  return {
    id,
    email,
    passwordHash,
    state,
    role,
    firstName,
    birthDate,
    gender,
    locale,
    timeZone: member.city.timeZone,
    appearance,
    createdAt,
    updatedAt: createdAt,
  }
}

/** An unfinished profile has neither portrait nor place yet, as right after sign-up. */
export function profileRow(member: DemoMember, now: number): typeof profiles.$inferInsert {
  const { id, firstName, gender, city, about, interests, languages, heightCm } = member
  const language = pageLanguage(member.locale)
  const isFinished = member.state !== 'incomplete'
  const cell = isFinished ? cellColumnsOfMember(member) : { cellX: null, cellY: null, parentX: null, parentY: null }
  const avatar = isFinished ? member.avatar : null
  const intent = isFinished ? member.intent : null
  const activeAt = now - member.activeAgoMs
  return {
    memberId: id,
    firstName,
    discoverable: member.state === 'complete',
    avatar,
    about,
    aboutLanguage: about === '' ? null : language,
    promptAnswers: storedAnswers(member),
    intent,
    gender,
    birthDate: birthDateOf(member.age, member.daysSinceBirthday, now),
    seeksMask: genderMask(member.seeks),
    genderMask: genderMask([gender]),
    seeksAgeMin: member.seeksAgeMin,
    seeksAgeMax: member.seeksAgeMax,
    cityId: isFinished ? cityIdOf(city.slug) : null,
    ...cell,
    interests: [...interests],
    languages: [...languages],
    heightCm,
    ...(isFinished ? lifestyleOf(id) : {}),
    verified: member.verified,
    quiz: pack(quizAnswersOf(member)),
    // Some visits of the last days are new.
    visitorsSeenAt: now - dayMs,
    completeness: completenessOf({ avatar, intent, about, interests, languages, heightCm }),
    activeAt,
    updatedAt: activeAt,
  }
}

/** `profileRow` has the same answers, packed. */
export function quizRows(member: DemoMember, now: number): (typeof quizAnswers.$inferInsert)[] {
  const answeredAt = now - member.activeAgoMs
  return quizAnswersOf(member).map((answer) => ({ ...answer, memberId: member.id, answeredAt }))
}

export function registrationRow(passwordHash: string, now: number): typeof registrations.$inferInsert {
  const { age, seeks, ...fields } = demoRegistration
  return {
    ...fields,
    id: demoId(fields.email),
    passwordHash,
    birthDate: birthDateOf(age, 100, now),
    seeks: [...seeks],
    // Hashes that match no code and no link; only a new code helps.
    codeHash: 'none',
    codeExpiresAt: now,
    codeSentAt: now - dayMs,
    linkHash: `none-${demoId(fields.email)}`,
    createdAt: now - dayMs,
    expiresAt: now + 6 * dayMs,
  }
}

/** The statement of reasons for the member whose state is `restricted`. */
export function restrictionRow(now: number): typeof restrictions.$inferInsert {
  const { email, rule, facts, imposedDaysAgo, days } = demoRestriction
  const createdAt = now - imposedDaysAgo * dayMs
  return {
    id: demoId(`restriction ${email}`),
    memberId: demoId(email),
    rule,
    facts,
    until: createdAt + days * dayMs,
    decidedBy: 'person',
    actorId: demoModerator.id,
    createdAt,
    formerState: 'complete',
  }
}

/** An account that its member has deleted three days ago. */
export function deletionRow(memberId: string, now: number): typeof deletions.$inferInsert {
  const requestedAt = now - 3 * dayMs
  return {
    memberId,
    requestedAt,
    by: 'member',
    hidesAt: requestedAt,
    purgeAt: requestedAt + deletionWaitMs,
    formerState: 'complete',
  }
}

/** The operator's second factor, ready for use. `sealedSecret`: `demoOperatorSecret`, encrypted by this deployment's key. */
export function secondFactorRow(sealedSecret: string, now: number): typeof secondFactors.$inferInsert {
  const memberId = demoId('operator@demo.test')
  return { memberId, sealedSecret, recoveryHashes: [], confirmedAt: now, acceptedAt: now, acceptedBy: memberId }
}

type Subject = { kind: 'member' | 'registration'; id: string; locale: string; givenAt: number }

/** Both consents of one person, in the language of their sign-up. */
export function consentRows(subject: Subject, texts: readonly ConsentText[]): (typeof consents.$inferInsert)[] {
  return texts
    .filter((text) => text.locale === subject.locale)
    .map((text) => ({
      ...text,
      id: demoId(`${subject.id} ${text.kind}`),
      subjectKind: subject.kind,
      subjectId: subject.id,
      givenAt: subject.givenAt,
    }))
}

export const likeRow = ({ from, to, agoMs, tie }: DemoLike, now: number): typeof likes.$inferInsert => ({
  fromId: from.id,
  toId: to.id,
  createdAt: now - agoMs,
  tieKind: tie?.kind ?? null,
  tieRef: tie?.ref ?? null,
  line: tie?.line ?? null,
})

export const visitRow = ({ visitor, visited, agoMs, count }: DemoVisit, now: number): typeof visits.$inferInsert => ({
  visitorId: visitor.id,
  visitedId: visited.id,
  lastAt: now - agoMs,
  count,
})

export const favouriteRow = ({ owner, member, note, agoMs }: DemoFavourite, now: number): typeof favourites.$inferInsert => ({
  ownerId: owner.id,
  memberId: member.id,
  note,
  createdAt: now - agoMs,
})

/** Marked as opened, so that no match of the demo data is notified. */
export function pairRow({ id, members: [one, other], openedAt }: SeedConversation): typeof pairs.$inferInsert {
  const [lowId, highId] = one < other ? [one, other] : [other, one]
  return { lowId, highId, conversationId: id, matchedAt: openedAt, openedAt }
}

const cellColumnsOfMember = ({ city, offset }: DemoMember) =>
  cellColumnsOf(cellOf(city.latitude + offset.latitude, city.longitude + offset.longitude))

/** A copy of the profile's parent cell. */
function placeOf(member: DemoMember) {
  const { parentX, parentY } = cellColumnsOfMember(member)
  return { parentX, parentY }
}

/** Runs for a week instead of half an hour, so that it is still active later. */
export const boostRow = (member: DemoMember, now: number): typeof boosts.$inferInsert => ({
  id: demoId(`boost ${member.id}`),
  memberId: member.id,
  startsAt: now - dayMs,
  endsAt: now + 7 * dayMs,
  extraViews: 12,
  ...placeOf(member),
})
