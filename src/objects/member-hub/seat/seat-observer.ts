import type { EncounterKind, EncounterPhase, PairingProfile, StartRequest } from '#features/encounters/contract.ts'

/**
 * An encounter as the member's seat knows it. `before`: its previous phase, null at first. `slot`: of the booked evening that led
 * to it. `at`: when it opened. `hasLeft`: the member has ended it. Times in ms.
 */
export type SeatedEncounter = {
  id: string
  kind: EncounterKind
  before: EncounterPhase | null
  phase: EncounterPhase
  until: number | null
  slot: number | null
  at: number
  hasLeft?: boolean
}

/**
 * Observes a member's seat. Called in the turn in which the seat is written, so an observer's own data agrees with it after a
 * restart.
 */
export type SeatObserver = {
  /** An encounter is in another phase, or its end has moved. */
  encounterChanged(encounter: SeatedEncounter): void
  /** A wait is over without a partner. */
  waitEnded(wait: Pick<StartRequest, 'kind' | 'slot'>): void
  /** The current criteria for partners of a blind date: the member may have changed them during a wait. */
  findProfile(): Promise<PairingProfile | null>
}
