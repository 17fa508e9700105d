import type { EncounterRpc, SeatRpc } from '../contract.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      /** One object per anonymous chat or blind date, by its id. */
      ENCOUNTER: DurableObjectNamespace<EncounterRpc & Rpc.DurableObjectBranded>
    }
  }
}

/** A member's seat, as the calls to their hub reach it. */
export type SeatTarget = SeatRpc & Rpc.RpcTargetBranded
export { seatOf, stopEncounters, type SeatClient } from './client.ts'
export { Seat, type SeatAlarm } from './seat.ts'
export type { SeatDevices } from './seat-events.ts'
