import { ageOn } from '#features/profile/server/public.ts'
import type { PairingCriteria } from '#features/encounters/contract.ts'

type Seeker = Pick<PairingCriteria, 'genderMask' | 'seeksMask'>
type AgeSeeker = Pick<PairingCriteria, 'seeksAgeMin' | 'seeksAgeMax'>

/** Each is of a gender that the other looks for. */
export function areGendersMutual(one: Seeker, other: Seeker): boolean {
  return (one.genderMask & other.seeksMask) !== 0 && (other.genderMask & one.seeksMask) !== 0
}

/** `age` in years. */
export function isAgeSought(age: number, { seeksAgeMin, seeksAgeMax }: AgeSeeker): boolean {
  return age >= seeksAgeMin && age <= seeksAgeMax
}

/** Two who look for each other, in gender and in age on a day (ISO). */
export function couldSuit(one: PairingCriteria, other: PairingCriteria, day: string): boolean {
  return (
    areGendersMutual(one, other) && isAgeSought(ageOn(one.birthDate, day), other) && isAgeSought(ageOn(other.birthDate, day), one)
  )
}
