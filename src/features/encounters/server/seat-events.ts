import type { AnonymousEvent, BlindDateEvent } from '#shared/realtime/wire.ts'
import type { EncounterPhase } from '../contract.ts'
import type { StoredSeat } from './seat-store.ts'

/** How a member's devices hear of their seat. */
export type SeatDevices = {
  anonymous(data: AnonymousEvent): void
  blindDate(data: BlindDateEvent): void
}

const toIso = (at: number) => new Date(at).toISOString()

/** The member waits for a partner. */
export function showWaiting(devices: SeatDevices, { wish, since }: Pick<StoredSeat, 'wish' | 'since'>): void {
  if (wish.kind === 'anonymous') return devices.anonymous({ state: 'waiting', since: toIso(since) })
  devices.blindDate({ id: null, state: 'lobby', until: wish.slot === null ? null : toIso(wish.slot) })
}

/** The wait is over, without a partner. */
export function showWithdrawn(devices: SeatDevices, { wish }: Pick<StoredSeat, 'wish'>): void {
  if (wish.kind === 'anonymous') return devices.anonymous({ state: 'ended' })
  devices.blindDate({ id: null, state: 'ended', until: null })
}

type ShownEncounter = { id: string; kind: 'anonymous' | 'blind'; phase: EncounterPhase; until: number | null; at: number }

/** An encounter is in another phase, or its end has moved. */
export function showEncounter(devices: SeatDevices, { id, kind, phase, until, at }: ShownEncounter): void {
  // While a match is being written, nothing shows yet.
  if (phase === 'deciding') return
  if (kind === 'blind') return devices.blindDate({ id, state: phase, until: until === null ? null : toIso(until) })
  if (phase === 'matched') return devices.anonymous({ state: 'revealed', id })
  if (phase === 'ended') return devices.anonymous({ state: 'ended', id })
  devices.anonymous({ state: 'paired', id, since: toIso(at) })
}
