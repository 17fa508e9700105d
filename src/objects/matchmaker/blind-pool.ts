import { bandBetween, commonShareOf, pointsOf, scoreOf } from '#features/nearby/server/public.ts'
import { ageOn, commonGround, utcDay } from '#features/profile/server/public.ts'
import { matchShare, toComparable, type ComparableAnswers } from '#features/quiz/server/public.ts'
import type { PairingProfile } from '#features/encounters/contract.ts'
import type { Candidate, Pool } from './pairing.ts'
import { areGendersMutual, isAgeSought } from './suits.ts'

export type BlindCandidate = Candidate & { profile: PairingProfile }

/** A profile with the values that a round derives from it once. */
type Prepared = { profile: PairingProfile; age: number; answers: ComparableAnswers }

/**
 * Blind dates: each has a gender and an age that the other looks for, however long they wait. A higher score of people nearby
 * (product.md 'People') is better. Everyone counts as online, because they are in the lobby.
 */
export const blindPool: Pool<BlindCandidate> = {
  preferences(queue, now) {
    const today = utcDay(now)
    const all = queue.map(({ profile }) => prepare(profile, today))
    const mutualOf = findMutualGenders(queue)
    return (seeker) => {
      const own = all[seeker]
      return {
        among: mutualOf(seeker),
        score: (position) => {
          const other = all[position]
          if (!own || !other || !isAgeSought(own.age, other.profile) || !isAgeSought(other.age, own.profile)) return null
          return compatibility(own, other)
        },
        highest: 100,
      }
    }
  },
  // A turn that compared everyone in a large pool would take as long as the whole round may.
  comparedAtMost: 16,
}

function prepare(profile: PairingProfile, today: string): Prepared {
  return { profile, age: ageOn(profile.birthDate, today), answers: toComparable(profile.quiz) }
}

/** For a position in the queue, the candidates whose genders match both ways. Computed once for each kind. */
function findMutualGenders(queue: readonly BlindCandidate[]): (position: number) => readonly number[] {
  const kinds = queue.map(({ profile }) => `${profile.genderMask} ${profile.seeksMask}`)
  const found = new Map<string, readonly number[]>()
  return (position) => {
    const [own, kind] = [queue[position], kinds[position]]
    if (!own || kind === undefined) return []
    const known = found.get(kind)
    if (known) return known
    const mutual = queue.flatMap((other, at) => (areGendersMutual(own.profile, other.profile) ? [at] : []))
    found.set(kind, mutual)
    return mutual
  }
}

function compatibility(own: Prepared, other: Prepared): number {
  return scoreOf(
    pointsOf({
      // Candidates share a language.
      commonShare: commonShareOf(matchShare(own.answers, other.answers) ?? commonGround(own.profile, other.profile).share, true),
      band: bandBetween(own.profile, other.profile),
      activity: 'now',
      completeness: other.profile.completeness,
    }),
  )
}
