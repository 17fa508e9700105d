import type { HistoryPage } from '#features/chat/contract.ts'
import type { EncounterView, WaitFigures } from '#features/encounters/contract.ts'
import type { ReportOutcome } from '#features/reports/contract.ts'
import type { BlindDateEvent } from '#shared/realtime/wire.ts'
import { action, read } from '#shared/routing/action.ts'

export const blindDateActions = {
  /** `{slot}`, an ISO instant in UTC. A repeat changes nothing. */
  book: action<BlindDateEvent>('/api/blind-dates/book', 'blind-date-book'),
  /** `{slot}`: gives the booking up, and its lobby. A repeat changes nothing. */
  cancel: action('/api/blind-dates/cancel', 'blind-date-cancel'),
  /** `{}`: begins to wait at once. */
  now: action<BlindDateEvent>('/api/blind-dates/now', 'blind-date-now'),
  /** `{id}`: within 30 s of the offer. */
  accept: action('/api/blind-dates/accept', 'blind-date-accept'),
  /** `{id, yes}`: sealed until both have voted yes, or the time is up. */
  vote: action('/api/blind-dates/vote', 'blind-date-vote'),
  /** `{id}`: three minutes more, once both have asked. */
  extend: action('/api/blind-dates/extend', 'blind-date-extend'),
  /** `{id?}`: leaves this date; without an id it ends the wait that is not booked. */
  leave: action('/api/blind-dates/leave', 'blind-date-leave'),
  /** `{id, category, text}` */
  report: action<{ reported: true }>('/api/blind-dates/report', 'blind-date-report'),
  /** `?slot=`, an ISO instant in UTC: a booked evening as an iCalendar file. */
  calendar: read('/api/blind-dates/calendar'),
}

/** So many evenings may be booked at a time: all that the page suggests. */
export const bookedAtMost = 28

/** A booked evening. Times in ms. `lobby`: five minutes before, the member is expected on the page. */
export type BookedDate = { slot: number; state: 'booked' | 'lobby' }

/**
 * An evening or a date that is over; kept for 24 hours. `alone`: no partner was left for the member, who goes first next time.
 * `declined`: they left the offer. `missed`: they were not there, or did not accept. `id`: of the date, where there was one.
 * `at`: its slot, or its beginning.
 */
export type PastDate = { at: number; outcome: 'matched' | 'ended' | 'alone' | 'declined' | 'missed'; id: string | null }

/** What a member's hub keeps of their blind dates, both lists in the order of time. */
export type DatesRecord = { booked: BookedDate[]; past: PastDate[] }

/** `too-many`: as many evenings are booked as may be at a time. */
export type BookResult = { ok: true } | { ok: false; code: 'too-many' }

/** What a member's hub does for their blind dates, by the names that the calls have there. */
export interface DatesHubRpc {
  /** A call of the member's shows that they are there: in a lobby it lets them in. */
  readDates(): Promise<DatesRecord>
  /** The caller has checked that the slot may be booked. `language`: in which they talk. */
  bookDate(slot: number, language: string): Promise<BookResult>
  /** Gives a booking up, with the wait that has come from it. */
  cancelDate(slot: number): Promise<void>
}

/** An evening of the coming week with its slots in ms. */
export type Evening = { slots: { slot: number; isBooked: boolean }[] }

/**
 * Where the member stands on /blind-dates. `waiting`: for somebody, from the slot on where there is one, else at once. `chat`: in
 * an anonymous chat, or waiting for one, which a date would end.
 */
export type DateSeat =
  | { state: 'free' }
  | { state: 'waiting'; slot: number | null; since: number }
  /** `isNew`: it has just begun, so the page leads to it. */
  | { state: 'date'; id: string; isNew: boolean }
  | { state: 'chat'; isPaired: boolean }

/** What /blind-dates shows. `figures`: of the language's queue; null while its object is away. Times in ms. */
export type DatesProps =
  /** `date`: the one that goes on through a pause of the profile. */
  | { kind: 'closed'; code: 'profile-paused' | 'encounters-paused'; date: string | null }
  | { kind: 'away' }
  | {
      kind: 'open'
      seat: DateSeat
      evenings: Evening[]
      booked: BookedDate[]
      past: PastDate[]
      /** The zone in which times are shown, as IANA names it, and in the reader's words. */
      timeZone: string
      zoneName: string
      /** In which they talk who are paired: that of the wait, else of the page. */
      language: string
      figures: WaitFigures | null
    }

/** A date that began long ago shows its prompts one after the other, each for so long. */
export const promptMs = 60_000

/** In the viewer's words, and the same for both: each stands for `eachMs` from `startedAt` (ms) on. */
export type Prompts = { texts: readonly string[]; startedAt: number; eachMs: number }

/** What /blind-dates/{id} shows. `history` and `prompts`: null outside of the talk. */
export type DateRoomProps =
  | { kind: 'away' }
  | { kind: 'matched'; conversation: string; partner: { firstName: string; avatar: string | null } }
  | {
      kind: 'date'
      view: EncounterView
      history: HistoryPage | null
      prompts: Prompts | null
      cid: string
      isNoScript: boolean
      /** The member has just reported it. */
      done: ReportOutcome | null
    }
