/** Who is paired with whom: everybody waits in one pool at a time. */
export const pools = ['anonymous', 'blind'] as const
export type Pool = (typeof pools)[number]

/** Somebody who waits, as their hub sends them. Times in ms. */
export type Waiting = {
  /** Of this wait, random. */
  ticket: string
  member: string
  since: number
  isFirst: boolean
  topics: readonly string[]
  slot: number | null
  /** What stands for the member in the lists of others, and whom they have met lately. */
  token: string
  /** The same by the secret before the last rotation: older lists have this one. */
  formerToken?: string | undefined
  past: readonly string[]
  profile: PairingProfile | null
}

/**
 * Honest figures of a waiting room, the same for everybody. `people`: those who wait; `medianWaitMs`: of the last hour, in whole
 * seconds. Each is null below five: fewer would be somebody's own, and would show who comes and goes.
 */
export type WaitFigures = { people: number | null; medianWaitMs: number | null }

/** One of two who were paired, by the wait that has ended with it. */
export type PairedMember = { member: string; ticket: string }

/**
 * What an encounter opens with. `participants`: the two. `at`: when they were paired (ms). `isAnnounced`: both hubs know of it, and
 * that it has begun then.
 */
export type Opening = { kind: Pool; participants: readonly PairedMember[]; at: number; isAnnounced: boolean }

/** Null for an encounter of which the matchmaker does not know, or no more. */
export type EncounterOpening = Opening | 'opened' | null

/** `pairing`: the encounter for which the wait is reserved or over; null while it goes on. */
export type Entered = { pairing: string | null }

export interface MatchmakerRpc {
  /**
   * Enters the pool; a repeat of the ticket says that the member is still there, and brings the profile as it is now. A member's
   * newer ticket takes the place of an older one.
   */
  enter(waiting: Waiting): Entered | Promise<Entered>
  /** May be repeated. */
  leave(ticket: string): void | Promise<void>
  /** For the encounter of that id. Throws while it is undecided whether it will open. */
  opening(id: string): Promise<EncounterOpening>
  figures(): WaitFigures | Promise<WaitFigures>
}

/** One object per pool and language. */
export const matchmakerName = (pool: Pool, language: string) => `${pool}:${language}`

/** What partners of a blind date are chosen by. Interests and intent are those that a stranger may see (`visibleFields`). */
export type PairingProfile = {
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
