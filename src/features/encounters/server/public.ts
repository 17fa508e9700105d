import type { EncounterRpc } from '../contract.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** One object per anonymous chat or blind date, by its id. */
      ENCOUNTER: DurableObjectNamespace<EncounterRpc & Rpc.DurableObjectBranded>
    }
  }
}

export { seatOf, stopEncounters, type SeatClient } from './client.ts'
export { Seat, type SeatAlarm } from './seat.ts'
export { SeatHub } from './seat-hub.ts'
export type { SeatDevices } from './seat-events.ts'
