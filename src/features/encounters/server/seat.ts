import { RpcTarget } from 'cloudflare:workers'
import type { SeatRpc } from '../contract.ts'

/** Stands in until the seat is there. */
export class Seat extends RpcTarget implements Pick<SeatRpc, 'news'> {
  news(): boolean {
    return true
  }
}
