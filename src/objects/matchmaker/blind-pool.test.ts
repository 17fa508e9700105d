import { describe, expect, test } from 'vitest'
import { commonShareOf, pointsOf, scoreOf } from '#features/nearby/rules.ts'
import { genderBits } from '#features/profile/contract.ts'
import { pack } from '#features/quiz/rules.ts'
import { choosePairs, widenAfterMs } from './pairing.ts'
import type { PairingProfile } from '#features/encounters/contract.ts'
import { blindPool, type BlindCandidate } from './blind-pool.ts'

const now = Date.UTC(2026, 10, 20, 19)
const { woman, man, nonbinary } = genderBits

const profile: PairingProfile = {
  genderMask: woman,
  seeksMask: man,
  birthDate: '1996-05-05',
  seeksAgeMin: 18,
  seeksAgeMax: 99,
  interests: [],
  intent: null,
  quiz: '',
  cellX: null,
  cellY: null,
  completeness: 50,
}

/** Who waits, the first of them the longest. */
const queue = (...profiles: Partial<PairingProfile>[]): BlindCandidate[] =>
  profiles.map((own, index) => ({
    ticket: `ticket-${index}`,
    member: `${index}`,
    since: now - 10_000 + index,
    isFirst: false,
    languages: ['en'],
    token: `token-${index}`,
    past: [],
    profile: { ...profile, ...own },
  }))

const aMan = { genderMask: man, seeksMask: woman }
const pairUp = (waiting: readonly BlindCandidate[], at = now) =>
  choosePairs(blindPool, waiting, at, () => false).map(([one, other]) => `${one.member}+${other.member}`)

/** Ten answers; every one is `answer`, and nothing but `accepted` would do. */
const answers = (answer: number, accepted: number) =>
  pack(
    Array.from({ length: 10 }, (_, index) => ({
      question: index + 1,
      answer,
      acceptableMask: 1 << accepted,
      importance: 10,
      isPublic: false,
    })),
  )

describe('partners of a blind date', () => {
  test('are of a gender that the other looks for, both ways round', () => {
    expect(pairUp(queue({}, aMan))).toEqual(['0+1'])
    expect(pairUp(queue({}, { ...aMan, seeksMask: man }))).toEqual([])
    expect(pairUp(queue({ seeksMask: woman }, aMan))).toEqual([])
    expect(pairUp(queue({ seeksMask: woman | nonbinary }, { genderMask: nonbinary, seeksMask: woman | man }))).toEqual(['0+1'])
  })

  test('are of an age that the other looks for, both ways round and its ends included', () => {
    // Thirty years old.
    expect(pairUp(queue({}, { ...aMan, seeksAgeMin: 30, seeksAgeMax: 30 }))).toEqual(['0+1'])
    expect(pairUp(queue({}, { ...aMan, seeksAgeMin: 31 }))).toEqual([])
    expect(pairUp(queue({ seeksAgeMax: 29 }, aMan))).toEqual([])
  })

  test('have their age on the day: who turns 31 today is 31', () => {
    const seeks = { ...aMan, seeksAgeMin: 31 }
    expect(pairUp(queue({ birthDate: '1995-11-20' }, seeks))).toEqual(['0+1'])
    expect(pairUp(queue({ birthDate: '1995-11-21' }, seeks))).toEqual([])
  })

  test('must suit each other however long they wait', () => {
    expect(pairUp(queue({ seeksAgeMax: 29 }, aMan), now + 10 * widenAfterMs)).toEqual([])
  })

  test('match best by the quiz where both have answered it', () => {
    const waiting = queue(
      { quiz: answers(0, 1) },
      { ...aMan, quiz: answers(2, 0) },
      { ...aMan, quiz: answers(1, 0) },
      { ...aMan, quiz: answers(1, 2) },
    )
    expect(pairUp(waiting)).toEqual(['0+2'])
  })

  test('share interests and intent where the quiz says too little', () => {
    const own = { interests: ['art', 'tea'], intent: 'dating' }
    expect(pairUp(queue(own, { ...aMan, interests: ['art'] }, { ...aMan, ...own }, aMan))).toEqual(['0+2'])
  })

  test('are nearer, and of a more complete profile, where all else is equal', () => {
    const [near, far] = [
      { cellX: 1000, cellY: 3000 },
      { cellX: 1100, cellY: 3000 },
    ]
    expect(pairUp(queue(near, { ...aMan, ...far }, { ...aMan, ...near }))).toEqual(['0+2'])
    expect(pairUp(queue(near, aMan, { ...aMan, completeness: 51 }))).toEqual(['0+2'])
  })

  test('score as people nearby who are online and speak a language of theirs', () => {
    const anna = { interests: ['art', 'tea'], intent: 'dating', cellX: 1000, cellY: 3000 }
    const ben = { ...aMan, interests: ['tea', 'yoga'], intent: 'dating', cellX: 1000, cellY: 3000, completeness: 80 }
    const { score } = blindPool.preferences(queue(anna, ben), now)(0)
    expect(score(1)).toBe(
      scoreOf(pointsOf({ commonShare: commonShareOf(0.5, true), band: 5, activity: 'now', completeness: 80 })),
    )
  })

  test('are found even behind 100 whom the seeker has met', () => {
    const [seeker, ...others] = queue({}, ...Array.from({ length: 101 }, () => aMan))
    if (!seeker) throw new Error('No one waits.')
    const past = others.slice(0, 100).map(({ token }) => token)
    expect(pairUp([{ ...seeker, past }, ...others])).toEqual(['0+101'])
  })
})
