import type { Gender } from '#features/profile/contract.ts'

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
  past: readonly string[]
  profile: PairingProfile | null
}

/** Honest figures of a waiting room; the median of the last hour is null below five waits. */
export type WaitFigures = { people: number; medianWaitMs: number | null }

/** `pairing`: the encounter for which the wait is reserved or over; null while it goes on. */
export type Entered = { pairing: string | null }

export interface MatchmakerRpc {
  /**
   * Enters the pool; a repeat of the ticket says only that the member is still there. A member's newer ticket takes the place
   * of an older one.
   */
  enter(waiting: Waiting): Entered | Promise<Entered>
  /** May be repeated. */
  leave(ticket: string): void | Promise<void>
  figures(): WaitFigures | Promise<WaitFigures>
}

/** One object per pool and language. */
export const matchmakerName = (pool: Pool, language: string) => `${pool}:${language}`

/** What pairing for a blind date needs of a member: who they look for, and what the score of people nearby is made of. */
export type PairingProfile = {
  gender: Gender
  seeks: readonly Gender[]
  /** Whole years, today in the member's own time zone. */
  age: number
  ageMin: number
  ageMax: number
  interests: readonly string[]
  intent: string | null
  /** Packed quiz answers; '' for none. */
  quiz: string
  /** Of five kilometres; null without one. */
  cell: { x: number; y: number } | null
  /** 0 to 100. */
  completeness: number
}
