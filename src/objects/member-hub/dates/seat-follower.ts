import { openDatabase } from '#db/database.ts'
import type { PairingProfile } from '#features/encounters/contract.ts'
import type { Schedule } from '#objects/platform/alarm-scheduler.ts'
import type { PastDate } from '#features/encounters/dates/contract.ts'
import type { DatesAlarm, DateStore } from './date-store.ts'
import { findPairingProfile } from '#features/encounters/dates/server/pairing-profile.ts'
import type { SeatedEncounter, SeatObserver } from '../seat/seat-observer.ts'
import type { Notifications } from '../notifications/notifications.ts'

export type SeatFollowerDeps = {
  env: { DB: D1Database }
  member: string
  store: DateStore
  notifications: Pick<Notifications, 'showDateOffer'>
  alarms: Schedule<DatesAlarm>
}

/** Stores the outcome of booked evenings and dates as the member's seat goes through them, and shows each offer. */
export class SeatFollower implements SeatObserver {
  readonly #deps: SeatFollowerDeps

  constructor(deps: SeatFollowerDeps) {
    this.#deps = deps
  }

  encounterChanged(encounter: SeatedEncounter): void {
    const { id, kind, before, phase, until, slot } = encounter
    const { store, notifications } = this.#deps
    const outcome = outcomeOf(encounter)
    if (kind === 'blind' && before === null && slot !== null) store.remove(slot)
    if (phase === 'offered' && until !== null) notifications.showDateOffer({ date: id, until })
    if (kind === 'blind' && outcome !== null) store.addPast(toPast(encounter, outcome), Date.now())
    if (outcome !== null) this.#wake()
  }

  waitEnded({ kind, slot }: { kind: SeatedEncounter['kind']; slot: number | null }): void {
    const now = Date.now()
    if (kind === 'blind' && slot !== null && slot <= now) this.#noteAlone(slot, now)
    this.#wake()
  }

  findProfile(): Promise<PairingProfile | null> {
    const { env, member } = this.#deps
    return findPairingProfile(openDatabase(env.DB), member)
  }

  /** The booking reports when its lobby closes. It is used up for a member whose partner did not come. */
  #noteAlone(slot: number, now: number): void {
    const { store } = this.#deps
    if (!store.markAlone(slot)) store.addPast({ at: slot, outcome: 'alone', id: null }, now)
  }

  /** The seat is free: a lobby may let the member in. */
  #wake(): void {
    this.#deps.alarms.schedule('blind-dates', Date.now())
  }
}

/** Null while the encounter continues. A date that ends as an offer was not accepted: a member who did accept keeps waiting. */
function outcomeOf({ before, phase, hasLeft }: SeatedEncounter): PastDate['outcome'] | null {
  if (phase === 'matched') return 'matched'
  if (phase !== 'ended') return null
  if (before !== 'offered') return 'ended'
  return hasLeft ? 'declined' : 'missed'
}

function toPast({ id, slot, at }: SeatedEncounter, outcome: PastDate['outcome']): PastDate {
  return { at: slot ?? at, outcome, id: outcome === 'missed' || outcome === 'declined' ? null : id }
}
