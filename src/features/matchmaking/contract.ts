/** Who is paired with whom: each member waits in one pool at a time. */
export const pools = ['anonymous', 'blind'] as const
export type Pool = (typeof pools)[number]

/** A waiting member, as sent by their hub. Times in ms. */
export type Waiting = {
  /** A random id of this wait. */
  ticket: string
  member: string
  since: number
  isFirst: boolean
  topics: readonly string[]
  slot: number | null
  /** The id that represents the member in other people's lists, and whom they have met recently. */
  token: string
  /** The same id made with the secret before the last rotation, which older lists contain. */
  formerToken?: string | undefined
  past: readonly string[]
  profile: PairingProfile | null
}

/**
 * Real figures of a waiting room, the same for everyone. `people`: those who wait; `medianWaitMs`: of the last hour, in whole
 * seconds. Each is null below five: smaller ones would be about single people, and reveal who joins and leaves.
 */
export type WaitFigures = { people: number | null; medianWaitMs: number | null }

/** One of two who were paired, with the wait that the pairing ended. */
export type PairedMember = { member: string; ticket: string }

/**
 * What an encounter opens with. `participants`: the two. `at`: when they were paired (ms). `isAnnounced`: both hubs know about
 * it, and it began then.
 */
export type Opening = { kind: Pool; participants: readonly PairedMember[]; at: number; isAnnounced: boolean }

/** Null for an encounter that the matchmaker does not know, or no longer knows. */
export type EncounterOpening = Opening | 'opened' | null

/** `pairing`: the encounter for which the wait is reserved or over; null while it continues. */
export type Entered = { pairing: string | null }

export interface MatchmakerRpc {
  /**
   * Enters the pool; a repeat of the ticket reports that the member is still present, and updates the profile. A member's newer
   * ticket replaces an older one.
   */
  enter(waiting: Waiting): Entered | Promise<Entered>
  /** May be repeated. */
  leave(ticket: string): void | Promise<void>
  /** For the encounter with this id. Throws while it is undecided whether it will open. */
  opening(id: string): Promise<EncounterOpening>
  figures(): WaitFigures | Promise<WaitFigures>
}

/** One object per pool and language. */
export const matchmakerName = (pool: Pool, language: string) => `${pool}:${language}`

/**
 * The facts by which partners of a blind date are chosen. Interests and intent are those that a stranger may see
 * (`visibleFields`).
 */
export type PairingProfile = {
  /** Bit sets of genders (features/profile/contract.ts). */
  genderMask: number
  seeksMask: number
  /** ISO. */
  birthDate: string
  /** In years, both inclusive. */
  seeksAgeMin: number
  seeksAgeMax: number
  interests: readonly string[]
  intent: string | null
  /** Packed answers (features/quiz/rules.ts). */
  quiz: string
  /** Cell of about 5 km (features/location/grid.ts); null without a place. */
  cellX: number | null
  cellY: number | null
  /** 0 to 100, counting only what a stranger may see (`shownCompleteness`). */
  completeness: number
}
