import type { LikesLeftView, Standing } from '#features/likes/contract.ts'
import type { DistanceBand } from '#features/location/contract.ts'

/**
 * The vocabulary of a profile. Keys are stored as they stand here, and each has a text under `profile.<list>.<key>`; a key
 * that left the list stays in old rows, so readers pass stored keys through the guards of rules.ts.
 */
export const genders = ['woman', 'man', 'nonbinary'] as const
export type Gender = (typeof genders)[number]

/** Bits of `profiles.gender_mask` and `profiles.seeks_mask`: two people fit when each one's bit is in the other's set. */
export const genderBits = { woman: 1, man: 2, nonbinary: 4 } as const satisfies Record<Gender, number>

export const intents = ['marriage', 'relationship', 'dating', 'friendship', 'open'] as const
export type Intent = (typeof intents)[number]

// prettier-ignore
export const interests = [
  'art', 'astronomy', 'baking', 'board-games', 'books', 'camping', 'cats', 'ceramics', 'cinema', 'climbing', 'coffee',
  'cooking', 'cycling', 'dancing', 'dogs', 'fashion', 'football', 'gardening', 'gigs', 'hiking', 'history', 'languages',
  'meditation', 'museums', 'painting', 'photography', 'podcasts', 'poetry', 'running', 'sailing', 'science', 'singing',
  'skiing', 'surfing', 'swimming', 'tea', 'theatre', 'travel', 'video-games', 'volunteering', 'wine', 'writing', 'yoga',
] as const
export type Interest = (typeof interests)[number]

/** Languages that a member may say they speak, ISO 639-1. */
// prettier-ignore
export const spokenLanguages = [
  'en', 'uk', 'pl', 'tr', 'es', 'pt', 'ro', 'cs', 'de', 'fr', 'it', 'nl', 'sv', 'el', 'hu', 'ar', 'hi', 'zh', 'ja',
] as const
export type SpokenLanguage = (typeof spokenLanguages)[number]

/** Limits of the fields; lengths in code points. */
export const profileLimits = { about: 1000, interests: 12, minAge: 18, maxAge: 99, minHeightCm: 120, maxHeightCm: 230 } as const

/** Active within so long counts as online. */
export const onlineMs = 5 * 60_000

/** One person as another member sees them: nothing here tells a date of birth, an address or a place. */
export type PersonView = {
  id: string
  firstName: string
  age: number
  /** Address of the portrait. */
  avatar: string | null
  online: boolean
  verified: boolean
  gender: Gender | null
  intent: Intent | null
  about: string
  interests: Interest[]
  languages: SpokenLanguage[]
  heightCm: number | null
}

/** What the viewer and the person have in common; `percent` 0 to 100. */
export type TogetherView = { percent: number; interests: Interest[]; intent: Intent | null }

export type ProfileInfoProps = {
  person: PersonView
  /** One's own profile, as others see it: without distance, common ground and buttons. */
  relation: {
    band: DistanceBand
    together: TogetherView
    standing: Standing
    likesMe: boolean
    /** The match's, or null. */
    conversationId: string | null
  } | null
  quota: LikesLeftView
}
