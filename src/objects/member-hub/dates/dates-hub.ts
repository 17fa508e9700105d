import type { BookResult, DatesHubRpc, DatesRecord } from '#features/blind-dates/contract.ts'
import type { Bookings } from './bookings.ts'
import { SeatHub } from '../seat/seat-hub.ts'

/** The calls of a member's hub that concern their blind dates. */
export abstract class DatesHub extends SeatHub implements DatesHubRpc {
  protected abstract readonly bookings: Bookings

  readDates(): Promise<DatesRecord> {
    return this.bookings.read()
  }

  bookDate(slot: number, language: string): Promise<BookResult> {
    return this.bookings.book(slot, language)
  }

  cancelDate(slot: number): Promise<void> {
    return this.bookings.cancel(slot)
  }
}
