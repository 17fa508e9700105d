import type { HistoryPage } from '#features/chat/contract.ts'
import type { EncounterView, LanguageChoice, PairingCriteria, WaitFigures } from '#features/encounters/contract.ts'
import type { Revealing } from '#features/encounters/talk/contract.ts'
import type { ReportOutcome } from '#features/reports/contract.ts'
import type { BlindDateEvent } from '#shared/realtime/wire.ts'
import { action, read } from '#shared/routing/action.ts'

export const blindDateActions = {
  /** `{slot, languages}`, an ISO instant in UTC. A repeat changes nothing but the choice of languages to be offered next. */
  book: action<BlindDateEvent>('/api/blind-dates/book', 'blind-date-book'),
  /** `{slot}`: cancels the booking and its lobby. A repeat changes nothing. */
  cancel: action('/api/blind-dates/cancel', 'blind-date-cancel'),
  /** `{languages}`: starts to wait at once. */
  now: action<BlindDateEvent>('/api/blind-dates/now', 'blind-date-now'),
  /** `{on, languages}`: whether to be notified, once and within two hours, when someone begins to wait who could suit. */
  waitAlert: action('/api/blind-dates/tell-me', 'blind-date-tell-me'),
  /** `{id}`: within 30 s of the offer. */
  accept: action('/api/blind-dates/accept', 'blind-date-accept'),
  /** `{id, yes}`: kept secret until both have voted yes, or the time is up. */
  vote: action('/api/blind-dates/vote', 'blind-date-vote'),
  /** `{id}`: three more minutes, once both have requested them. */
  extend: action('/api/blind-dates/extend', 'blind-date-extend'),
  /** `{id?}`: leaves this date; without an id, ends a wait that was not booked. */
  leave: action('/api/blind-dates/leave', 'blind-date-leave'),
  /** `{id, category, text}` */
  report: action<{ reported: true }>('/api/blind-dates/report', 'blind-date-report'),
  /** `?slot=`, an ISO instant in UTC: a booked evening as an iCalendar file. */
  calendar: read('/api/blind-dates/calendar'),
}

/** Maximum number of booked dates: as many as the next four evenings have slots of their own. */
export const bookedAtMost = 8

/** A booked evening. Times in ms. `lobby`: from five minutes before, the member is expected on the page. */
export type BookedDate = { slot: number; state: 'booked' | 'lobby' }

/**
 * A past evening or date; kept for 24 hours. `alone`: no partner was left for the member, who goes first next time. `declined`:
 * they left the offer. `missed`: they were absent, or did not accept. `id`: of the date, if there was one. `at`: its slot, or its
 * beginning.
 */
export type PastDate = { at: number; outcome: 'matched' | 'ended' | 'alone' | 'declined' | 'missed'; id: string | null }

/**
 * A member who does not wait can be notified when someone begins to. `until`: they have asked for it, ms; null if not.
 * `isPushOn`: a device of theirs has received push messages, and those about blind dates are not turned off.
 */
export type WaitAlertState = { until: number | null; isPushOn: boolean }

/** How long it is waited for someone. */
export const waitAlertMs = 2 * 60 * 60_000

/** `criteria`: null to end it. */
export type WaitAlertRequest = {
  member: string
  criteria: PairingCriteria | null
  languages: readonly string[]
  /** In ms. */
  until: number
}

/** The calls of a matchmaker for those who do not wait. */
export interface WaitAlertsRpc {
  /** Replaces the member's request. May be repeated. */
  putWaitAlert(request: WaitAlertRequest): Promise<void>
}

/** `no-push`: no device of theirs receives push messages. `busy`: they wait, or are with someone. */
export type WaitAlertResult = { ok: true } | { ok: false; code: 'no-push' | 'busy' }

/** What a member's hub stores of their blind dates, both lists in order of time. */
export type DatesRecord = { booked: BookedDate[]; past: PastDate[]; alert: WaitAlertState }

/** `too-many`: the maximum number of evenings is booked. */
export type BookResult = { ok: true } | { ok: false; code: 'too-many' }

/** The calls of a member's hub for their blind dates. */
export interface DatesHubRpc {
  /** Also shows that the member is present: in a lobby, it lets them in. */
  readDates(): Promise<DatesRecord>
  /** The caller has checked that the slot may be booked. */
  bookDate(slot: number, choice: LanguageChoice): Promise<BookResult>
  /** Cancels a booking, and the wait that resulted from it. */
  cancelDate(slot: number): Promise<void>
  /** Notifies the member once when someone begins to wait who could suit; null ends that. */
  changeWaitAlert(choice: LanguageChoice | null): Promise<WaitAlertResult>
  /** Called by the matchmaker: someone waits. True if a push message is on its way. */
  deliverWaitAlert(): Promise<boolean>
  /** The profile has changed: the member may no longer meet strangers, or may do so again, or looks for others. */
  reviewAttendance(): void | Promise<void>
}

/** One of the next evenings, with its slots in ms. */
/** `people`: how many come who could suit the member; null for fewer than five. */
export type Evening = { slots: { slot: number; isBooked: boolean; people: number | null }[] }

/** The next evening, by one of its slots (ms). `people`: as above. */
export type NextEvening = { slot: number; people: number | null; timeZone: string }

/**
 * The member's seat on /blind-dates. `waiting`: for a partner, from the slot on if there is one, else at once. `chat`: in an
 * anonymous chat, or waiting for one, which a date would end.
 */
export type DateSeat =
  | { state: 'free' }
  | { state: 'waiting'; slot: number | null; since: number; seed: string }
  /** `isNew`: it has just begun, so the page redirects to it. */
  | { state: 'date'; id: string; isNew: boolean }
  | { state: 'chat'; isPaired: boolean }

/** The evening for which the member waits or could wait. Times in ms. `prompts`: examples of what may be asked in a date. */
export type DateLobby = { slot: number; closesAt: number; prompts: readonly string[] }

/**
 * What /blind-dates shows. `languages`: those of the wait, else preselected ones, the best one first; `figures`: of each of them,
 * null while their object cannot be reached. Times in ms.
 */
export type DatesProps =
  /** `date`: the one that continues while the profile is paused. */
  | { kind: 'closed'; code: 'profile-paused' | 'encounters-paused'; date: string | null }
  | { kind: 'away' }
  | {
      kind: 'open'
      seat: DateSeat
      evenings: Evening[]
      booked: BookedDate[]
      past: PastDate[]
      /** Null where none can be offered. */
      alert: WaitAlertState | null
      /** The time zone in which times are shown: its IANA name, and its name in the reader's language. */
      timeZone: string
      zoneName: string
      languages: readonly string[]
      figures: readonly WaitFigures[] | null
      lobby: DateLobby | null
    }

/** How long each prompt is shown, if the date began earlier: then they follow one another. */
export const promptMs = 60_000

/** In the viewer's language; both see the same prompts. Each is shown for `eachMs`, from `startedAt` (ms) on. */
export type Prompts = { texts: readonly string[]; startedAt: number; eachMs: number }

/** What /blind-dates/{id} shows. `history` and `prompts`: null outside the talk. */
export type DateRoomProps =
  | { kind: 'away' }
  | ({ kind: 'matched' } & Revealing)
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
