import { describe, expect, test } from 'vitest'
import { mulberry32 } from '#seed/demo/random.ts'
import { addFaults, findFaults, mayMeet, noFaults } from '#test/support/fixtures/pairing-oracle.ts'
import { choosePairs, type Pair } from './pairing.ts'
import type { PairingProfile } from '#features/encounters/contract.ts'
import { blindPool, type BlindCandidate } from './blind-pool.ts'

const second = 1000
const memberCount = 1000
const seed = 20_261_120
const startsAt = Date.UTC(2026, 10, 20, 17, 30)
const chances = { attend: 0.7, noShow: 0.05 }
const slotCount = 8
const slotMs = 30 * 60 * second

function isSought({ profile }: BlindCandidate, { seeksMask, seeksAgeMin, seeksAgeMax }: PairingProfile): boolean {
  const age = 2026 - Number(profile.birthDate.slice(0, 4)) - Number(profile.birthDate.slice(5) > '11-20')
  return (profile.genderMask & seeksMask) > 0 && age >= seeksAgeMin && age <= seeksAgeMax
}

/** 0 for two who may be paired, else null: a second implementation of the written rule. */
function suits(one: BlindCandidate, other: BlindCandidate): number | null {
  const isMutual = isSought(one, other.profile) && isSought(other, one.profile)
  return isMutual && mayMeet(one, other, () => false) ? 0 : null
}

/** Blind dates of one evening, slot by slot; the same ones for the same seed. */
class BlindEvening {
  readonly faults = { ...noFaults, metTwice: 0, firstPassedOver: 0 }
  readonly counts = { pairings: 0, noShows: 0, odd: 0 }
  private readonly random
  private readonly profiles: ReadonlyMap<string, PairingProfile>
  private readonly pasts = new Map<string, string[]>()
  private readonly meetings = new Set<string>()
  /** Who was left over in the last slot. */
  private odd: ReadonlySet<string> = new Set()
  private clock = startsAt

  constructor(seed: number) {
    this.random = mulberry32(seed)
    this.profiles = new Map(Array.from({ length: memberCount }, (_, index) => [`${index}`, this.anyProfile()]))
  }

  /** One round for all, and one for everyone left of it and those whose partner did not show up. */
  passSlot(): void {
    this.clock += slotMs
    const attending = [...this.profiles].filter(() => this.happens(chances.attend))
    const waiting = attending.map(([member, profile]) => this.candidate(member, profile, this.odd.has(member)))
    const left = this.pairUp(this.pairUp(waiting))
    this.odd = new Set(left.map(({ member }) => member))
    this.counts.odd += left.length
  }

  /** Returns who waits on. */
  private pairUp(waiting: readonly BlindCandidate[]): BlindCandidate[] {
    const pairs = choosePairs(blindPool, waiting, this.clock, () => false)
    addFaults(this.faults, findFaults(waiting, pairs, suits))
    const paired = new Set(pairs.flat())
    const left = waiting.filter((candidate) => !paired.has(candidate))
    this.faults.firstPassedOver += left.filter(({ isFirst }) => isFirst).filter((one) => this.isPassedOver(one, pairs)).length
    return [...left, ...pairs.flatMap((pair) => this.meet(pair))]
  }

  /** Whether someone who would have suited went to someone whose turn came later. */
  private isPassedOver(one: BlindCandidate, pairs: readonly Pair<BlindCandidate>[]): boolean {
    return pairs.some(([seeker, partner]) => !seeker.isFirst && [seeker, partner].some((other) => suits(one, other) !== null))
  }

  /** Returns who is left by a partner who did not show up. */
  private meet([one, other]: Pair<BlindCandidate>): BlindCandidate[] {
    const meeting = [one.member, other.member].sort().join(' ')
    this.counts.pairings++
    this.faults.metTwice += Number(this.meetings.has(meeting))
    this.meetings.add(meeting)
    this.pasts.set(one.member, [...(this.pasts.get(one.member) ?? []), other.token])
    this.pasts.set(other.member, [...(this.pasts.get(other.member) ?? []), one.token])
    if (!this.happens(chances.noShow)) return []
    this.counts.noShows++
    return [this.candidate(one.member, one.profile, true)]
  }

  private candidate(member: string, profile: PairingProfile, isFirst: boolean): BlindCandidate {
    const since = this.clock - this.below(5 * 60) * second
    const past = this.pasts.get(member) ?? []
    return { ticket: `${this.random()}`, member, since, isFirst, languages: ['en'], token: `token-${member}`, past, profile }
  }

  private anyProfile(): PairingProfile {
    const month = `${1 + this.below(12)}`.padStart(2, '0')
    return {
      genderMask: 1 << this.below(3),
      seeksMask: 1 + this.below(7),
      birthDate: `${1970 + this.below(38)}-${month}-20`,
      seeksAgeMin: 18 + this.below(15),
      seeksAgeMax: 30 + this.below(40),
      interests: [],
      intent: null,
      quiz: '',
      cellX: null,
      cellY: null,
      completeness: this.below(101),
    }
  }

  private readonly happens = (chance: number) => this.random() < chance
  private readonly below = (limit: number) => Math.floor(this.random() * limit)
}

describe('an evening of blind dates: eight slots, 1,000 members, some of whom do not show up', () => {
  const evening = new BlindEvening(seed)
  for (let slot = 0; slot < slotCount; slot++) evening.passSlot()
  if (process.env['PRINT']) console.info(evening.counts)

  test('breaks no rule: all suit each other, no two meet twice, and the odd ones of the last slot go first', () => {
    expect(evening.faults).toEqual({ ...noFaults, metTwice: 0, firstPassedOver: 0 })
  })

  test('has all of these in it', () => {
    expect(evening.counts.pairings).toBeGreaterThan(2000)
    expect(Math.min(...Object.values(evening.counts))).toBeGreaterThan(50)
  })
})
