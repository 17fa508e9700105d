import { DurableObject } from 'cloudflare:workers'
import type { Env } from '#server/env.ts'
import type { EncounterOpening } from '#features/matchmaking/contract.ts'
import type { EncounterNews, Seat as SeatState, SeatHubRpc, StartRequest, StartResult } from '#features/encounters/contract.ts'
import type { Seat } from './seat.ts'

/** The calls of a member's hub that concern their seat. */
export abstract class SeatHub extends DurableObject<Env> implements SeatHubRpc {
  protected abstract readonly seat: Seat

  readSeat(): SeatState {
    return this.seat.read()
  }

  startWait(request: StartRequest): Promise<StartResult> {
    return this.seat.start(request)
  }

  withdrawWait(): Promise<void> {
    return this.seat.withdraw()
  }

  nextPartner(id: string): Promise<StartResult> {
    return this.seat.next(id)
  }

  reserveSeat(ticket: string, id: string, partner: string): boolean {
    return this.seat.reserve(ticket, id, partner)
  }

  releaseSeat(ticket: string, id: string): void {
    this.seat.release(ticket, id)
  }

  encounterOpening(id: string): Promise<EncounterOpening> {
    return this.seat.opening(id)
  }

  encounterNews(news: EncounterNews): boolean {
    return this.seat.news(news)
  }

  stopEncounters(): Promise<number | null> {
    return this.seat.stop()
  }
}
