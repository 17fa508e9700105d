import type { Gender, Intent, Interest, SpokenLanguage } from '#features/profile/contract.ts'
import type { CitySeed } from '#features/location/server/cities.ts'
import type { DemoAnswer } from './languages/language.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'

export type DemoState = 'incomplete' | 'complete' | 'restricted' | 'paused' | 'deleted'

/** A demo member before it becomes rows. Times in ms. */
export type DemoMember = {
  id: string
  email: string
  firstName: string
  state: DemoState
  role: 'member' | 'moderator' | 'operator'
  locale: LocaleCode
  gender: Gender
  seeks: readonly Gender[]
  age: number
  /** Days since the last birthday. */
  daysSinceBirthday: number
  seeksAgeMin: number
  seeksAgeMax: number
  city: CitySeed
  /** Distance from the city's centre, in degrees. */
  offset: { latitude: number; longitude: number }
  avatar: string
  about: string
  /** At most three. Text about oneself and answers are in the member's own language. */
  answers: readonly DemoAnswer[]
  intent: Intent
  interests: readonly Interest[]
  languages: readonly SpokenLanguage[]
  heightCm: number | null
  verified: boolean
  appearance: 1 | 3
  joinedAgoMs: number
  activeAgoMs: number
}

/** True if each has a gender and age that the other looks for. */
export function suit(one: DemoMember, other: DemoMember): boolean {
  const wants = (a: DemoMember, b: DemoMember) => a.seeks.includes(b.gender) && b.age >= a.seeksAgeMin && b.age <= a.seeksAgeMax
  return one.id !== other.id && wants(one, other) && wants(other, one)
}
