import type { AnonymousEvent, BlindDateEvent } from '#shared/realtime/wire.ts'
import type { EncounterPhase } from '#features/encounters/contract.ts'
import type { StoredSeat } from './seat-store.ts'

/** Sends changes of a seat to the member's devices. */
export type SeatDevices = {
  anonymous(data: AnonymousEvent): void
  blindDate(data: BlindDateEvent): void
}

const toIso = (at: number) => new Date(at).toISOString()

/** The member is waiting for a partner. */
export function showWaiting(devices: SeatDevices, { request, since }: Pick<StoredSeat, 'request' | 'since'>): void {
  if (request.kind === 'anonymous') return devices.anonymous({ state: 'waiting', since: toIso(since) })
  devices.blindDate({ id: null, state: 'lobby', until: request.slot === null ? null : toIso(request.slot) })
}

/** The wait is over, without a partner. */
export function showWithdrawn(devices: SeatDevices, { request }: Pick<StoredSeat, 'request'>): void {
  if (request.kind === 'anonymous') return devices.anonymous({ state: 'ended' })
  devices.blindDate({ id: null, state: 'ended', until: null })
}

type ShownEncounter = { id: string; kind: 'anonymous' | 'blind'; phase: EncounterPhase; until: number | null; at: number }

/** An encounter is in another phase, or its end has moved. */
export function showEncounter(devices: SeatDevices, { id, kind, phase, until, at }: ShownEncounter): void {
  // Nothing shows while a match is being written.
  if (phase === 'deciding') return
  if (kind === 'blind') return devices.blindDate({ id, state: phase, until: until === null ? null : toIso(until) })
  if (phase === 'matched') return devices.anonymous({ state: 'revealed', id })
  if (phase === 'ended') return devices.anonymous({ state: 'ended', id })
  devices.anonymous({ state: 'paired', id, since: toIso(at) })
}
