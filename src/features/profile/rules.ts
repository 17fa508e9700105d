import {
  genderBits,
  genders,
  intents,
  interests,
  spokenLanguages,
  type Gender,
  type Intent,
  type Interest,
  type SpokenLanguage,
} from './contract.ts'

const knownInterests: ReadonlySet<string> = new Set(interests)
const knownIntents: ReadonlySet<string> = new Set(intents)
const knownGenders: ReadonlySet<string> = new Set(genders)
const knownLanguages: ReadonlySet<string> = new Set(spokenLanguages)

export const isInterest = (value: string): value is Interest => knownInterests.has(value)
export const isIntent = (value: string): value is Intent => knownIntents.has(value)
export const isGender = (value: string): value is Gender => knownGenders.has(value)
export const isSpokenLanguage = (value: string): value is SpokenLanguage => knownLanguages.has(value)

/** The bit set of some genders, as `profiles.gender_mask` and `profiles.seeks_mask` hold it. Unknown ones count for nothing. */
export function genderMask(values: readonly string[]): number {
  return values.reduce((mask, value) => (isGender(value) ? mask | genderBits[value] : mask), 0)
}

export function gendersOf(mask: number): Gender[] {
  return genders.filter((gender) => (mask & genderBits[gender]) !== 0)
}

/** `YYYYMMDD` as a number: the difference of two, over 10,000, is an age in whole years, in SQL as well as here. */
export function dayNumber(isoDate: string): number {
  return Number(isoDate.slice(0, 10).replaceAll('-', ''))
}

/** The calendar day of an instant in UTC. */
export function utcDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

/** Whole years on the given day; both dates ISO `YYYY-MM-DD`. Born on 29 February, one is a year older on 1 March. */
export function ageOn(birthDate: string, today: string): number {
  return Math.trunc((dayNumber(today) - dayNumber(birthDate)) / 10_000)
}

/** What counts towards a complete profile, and how much: 100 in all. A later field takes its share here. */
const completenessWeights = {
  avatar: 25,
  intent: 15,
  about: 25,
  interests: 20,
  languages: 10,
  heightCm: 5,
} as const

export type CompletenessFields = {
  avatar: string | null
  intent: string | null
  about: string
  interests: readonly string[]
  languages: readonly string[]
  heightCm: number | null
}

const fullAboutLength = 120
const fullInterestCount = 5

/** 0 to 100. A short text and a few interests count in part, so that one word is no complete answer. */
export function completenessOf(fields: CompletenessFields): number {
  const shares: Record<keyof typeof completenessWeights, number> = {
    avatar: fields.avatar ? 1 : 0,
    intent: fields.intent ? 1 : 0,
    about: Math.min(1, [...fields.about.trim()].length / fullAboutLength),
    interests: Math.min(1, fields.interests.filter(isInterest).length / fullInterestCount),
    languages: fields.languages.some(isSpokenLanguage) ? 1 : 0,
    heightCm: fields.heightCm === null ? 0 : 1,
  }
  const total = Object.entries(completenessWeights).reduce(
    (sum, [name, weight]) => sum + weight * shares[name as keyof typeof shares],
    0,
  )
  return Math.round(total)
}

/** What decides how much two people have in common. */
export type Ground = { interests: readonly string[]; intent: string | null }

export type CommonGround = {
  /** 0 to 1: what both share over all that either has; interests and the intent count one each. */
  share: number
  interests: Interest[]
  /** The intent both have, or null. */
  intent: Intent | null
}

/** Until the quiz says more, compatibility is what two profiles share over their union (product.md 'People'). */
export function commonGround(one: Ground, other: Ground): CommonGround {
  const mine = new Set(one.interests.filter(isInterest))
  const theirs = new Set(other.interests.filter(isInterest))
  const shared = [...mine].filter((interest) => theirs.has(interest))
  const intentsTold = new Set([one.intent, other.intent].filter((intent) => intent !== null))
  const intent = one.intent !== null && one.intent === other.intent && isIntent(one.intent) ? one.intent : null
  const all = mine.size + theirs.size - shared.length + intentsTold.size
  return { share: all === 0 ? 0 : (shared.length + (intent ? 1 : 0)) / all, interests: shared.sort(), intent }
}

const activityStepMs = 60_000

/** Whether the last noted activity is old enough to be noted anew: once a minute is plenty for a dot of five. */
export function isActivityStale(activeAt: number | null, now: number): boolean {
  return activeAt !== null && now - activeAt >= activityStepMs
}
