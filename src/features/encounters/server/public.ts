import type { EncounterRpc } from '../contract.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** One object per anonymous chat or blind date, by its id. */
      ENCOUNTER: DurableObjectNamespace<EncounterRpc & Rpc.DurableObjectBranded>
    }
  }
}

export { beginEncounter, shownPhase } from '../rules.ts'
export { seatOf, withdrawWait, type SeatClient } from './client.ts'
export { isKindClosed } from './closed-kind.ts'
export { dateTimesOf } from './date-times.ts'
export { Seat } from './seat.ts'
export type { SeatAlarm } from './seat-deps.ts'
export type { SeatedEncounter, SeatObserver } from './seat-observer.ts'
export { SeatHub } from './seat-hub.ts'
export type { SeatDevices } from './seat-events.ts'
