import type { EncounterKind, EncounterPhase, PairingProfile } from '#features/encounters/contract.ts'

/** What the objects hold at the end of a run, read from their tables. Times in ms of the server's clock. */

export type TrueSide = {
  member: string
  alias: string
  accepted: boolean
  revealed: boolean
  voted: boolean | null
  hasLeft: boolean
}
export type TrueMessage = { seq: number; from: string; cid: string; text: string; sentAt: number }

/** `dropped`: those that left the ring buffer, without their texts. */
export type TrueEncounter = {
  id: string
  kind: EncounterKind
  phase: EncounterPhase
  openedAt: number
  endedAt: number | null
  conversation: string | null
  sides: readonly [TrueSide, TrueSide]
  messages: readonly TrueMessage[]
  dropped: readonly { seq: number; from: string; cid: string }[]
}

/** Somebody in a matchmaker's queue. `pairing`: the encounter that they are reserved for. */
export type TrueWait = {
  ticket: string
  member: string
  pairing: string | null
  since: number
  languages: readonly string[]
  topics: readonly string[]
  token: string
  past: readonly string[]
  profile: PairingProfile | null
}
/** `encounters`: every one that two were chosen for, whatever came of it. */
export type TrueQueue = { name: string; waiting: readonly TrueWait[]; encounters: readonly string[] }

/** `shown`: encounters that the member's devices were told of, in their order. */
export type TrueSeat = {
  member: string
  state: 'free' | 'waiting' | 'paired'
  ticket: string | null
  encounter: string | null
  shown: readonly string[]
}
