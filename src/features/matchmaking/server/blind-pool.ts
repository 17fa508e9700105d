import { bandBetween, pointsOf, scoreOf } from '#features/nearby/server/public.ts'
import { ageOn, commonGround, utcDay } from '#features/profile/server/public.ts'
import { matchShare, toComparable, type ComparableAnswers } from '#features/quiz/server/public.ts'
import type { Candidate, Pool } from '../pairing.ts'

/** What partners of a blind date are chosen by. Interests and intent are those that a stranger may see (`visibleFields`). */
export type BlindProfile = {
  /** Bit sets of genders (features/profile/contract.ts). */
  genderMask: number
  seeksMask: number
  /** ISO. */
  birthDate: string
  /** In years, both included. */
  seeksAgeMin: number
  seeksAgeMax: number
  interests: readonly string[]
  intent: string | null
  /** Packed answers (features/quiz/rules.ts). */
  quiz: string
  /** Cell of about 5 km (features/location/grid.ts); null without a place. */
  cellX: number | null
  cellY: number | null
  /** 0 to 100, of what a stranger may see (`shownCompleteness`). */
  completeness: number
}

export type BlindCandidate = Candidate & { profile: BlindProfile }

/** A profile with what a round works out of it once. */
type Prepared = { profile: BlindProfile; age: number; answers: ComparableAnswers }

/**
 * Blind dates: each is of a gender and an age that the other looks for, however long they wait. The higher the score of
 * people nearby (product.md 'People'), the better. Everyone counts as online, because they are in the lobby.
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
          return own && other && isAgeSought(own, other) && isAgeSought(other, own) ? compatibility(own, other) : null
        },
        highest: 100,
      }
    }
  },
  // A turn that compared all of a large pool would take as long as the whole round may.
  comparedAtMost: 16,
}

function prepare(profile: BlindProfile, today: string): Prepared {
  return { profile, age: ageOn(profile.birthDate, today), answers: toComparable(profile.quiz) }
}

/** For a position of the queue, those whom it looks for by gender and who look for it. Worked out once for each kind. */
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

function areGendersMutual(one: BlindProfile, other: BlindProfile): boolean {
  return (one.genderMask & other.seeksMask) !== 0 && (other.genderMask & one.seeksMask) !== 0
}

function isAgeSought({ age }: Prepared, { profile }: Prepared): boolean {
  return age >= profile.seeksAgeMin && age <= profile.seeksAgeMax
}

function compatibility(own: Prepared, other: Prepared): number {
  return scoreOf(
    pointsOf({
      commonShare: matchShare(own.answers, other.answers) ?? commonGround(own.profile, other.profile).share,
      band: bandBetween(own.profile, other.profile),
      activity: 'now',
      completeness: other.profile.completeness,
    }),
  )
}
