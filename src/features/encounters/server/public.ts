import type { SeatRpc } from '../contract.ts'

/** A member's seat, as the calls to their hub reach it. */
export type SeatTarget = SeatRpc & Rpc.RpcTargetBranded
export { Seat, type SeatAlarm, type SeatDevices } from './seat.ts'
export { seatSchema } from './seat-store.ts'
