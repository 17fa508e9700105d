import type { ConversationRpc, EvidenceMessage } from '#features/chat/contract.ts'
import { encounterPortraitPath } from '#shared/encounter-portrait.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { read } from '#shared/routing/action.ts'

/**
 * Two strangers who talk under names made up for this one time: an anonymous chat or a blind date. Nothing sent to either may
 * depend on who the other is, until both have said yes.
 */
export type EncounterKind = Pool

export const encounterActions = {
  /** `?id=`: the partner's drawing as a picture, only for the two in a talk and while it exists. */
  portrait: read(encounterPortraitPath),
}

/** Number of messages kept, for a report and for a match. */
export const keptMessages = 50
/** How long after its end an encounter is deleted everywhere. */
export const encounterKeptMs = 24 * 60 * 60_000
/** How long a partner who disconnects may take to come back. */
export const graceMs = 30_000
/**
 * If an encounter began less than this ago, opening a lobby redirects to it: the member pressed before the script had loaded, or
 * the response overtook the event. Later the lobby shows a link instead.
 */
export const justBegunMs = 10_000
/** True for an encounter that has just begun. `since` and `now` in ms. */
export function hasJustBegun({ since }: { since: number }, now: number): boolean {
  return now < since + justBegunMs
}
/** How often a member may leave a partner for the next one within an hour. */
export const nextPerHour = 30

/** Times of a blind date, by the server's clock, in ms. */
export type DateTimes = { readonly acceptMs: number; readonly talkMs: number; readonly extendMs: number; readonly voteMs: number }

/** As in product.md 'Talking'. */
export const dateTimes: DateTimes = { acceptMs: 30_000, talkMs: 5 * 60_000, extendMs: 3 * 60_000, voteMs: 30_000 }

/** How a member appears in one encounter: an id and a seed for name and portrait, drawn again each time. */
export type Alias = { user_id: string; seed: string }

/**
 * `offered`: a blind date waits for both to accept. `deciding`: both have said yes, and the match is being written. `matched`:
 * both now know each other.
 */
export type EncounterPhase = 'offered' | 'talking' | 'voting' | 'deciding' | 'matched' | 'ended'

/** A phase as shown to the two. */
export type ShownPhase = Exclude<EncounterPhase, 'deciding'>

/** What one of the two may know about their encounter. */
export type EncounterView = {
  id: string
  kind: EncounterKind
  phase: ShownPhase
  self: Alias
  partner: Alias
  /** In which they talk: the same for both. Null in an encounter that an earlier version opened. */
  language: string | null
  /** With `matched`: the topics that both had chosen. Empty before. */
  topics: readonly string[]
  /** When the phase ends, in ms; null without a time limit. */
  until: number | null
  openedAt: number
  endedAt: number | null
  /** The viewer's own choices; the other's are never shown. */
  own: { accepted: boolean; revealed: boolean; extended: boolean; voted: boolean | null }
  /** The talk has been extended by three minutes. */
  isExtended: boolean
  /** With `matched`: the conversation that continues it. */
  conversation: string | null
}

/** An action of one of the two. `next`: leaves for another partner. */
export type EncounterAct =
  | { kind: 'accept' }
  | { kind: 'reveal' }
  | { kind: 'extend' }
  | { kind: 'vote'; yes: boolean }
  | { kind: 'leave' }

/** `forbidden`: not the caller's, or unknown. `over`: too late. `not-now`: belongs to another phase. */
export type ActResult = { ok: true; view: EncounterView } | { ok: false; code: 'forbidden' | 'over' | 'not-now' }

/** Who the other is, what was said under both their ids, and whether the two already know each other. */
export type EncounterEvidence = { partner: string; messages: EvidenceMessage[]; phase: EncounterPhase }

/**
 * The calls of an encounter's object. Callers name the member for whom they act, and have authenticated them. It opens with the
 * first call for one of the two.
 */
export interface EncounterRpc extends Pick<
  ConversationRpc,
  'sendFromHub' | 'join' | 'leave' | 'show' | 'mark' | 'clientEvent' | 'history'
> {
  /** Opens it and notifies both hubs that do not know it yet; a repeat only notifies those that could not be reached. */
  open(opening: Opening): Promise<void>
  /** Null for anyone else, and after it was deleted. */
  view(member: string): EncounterView | null | Promise<EncounterView | null>
  act(member: string, act: EncounterAct): Promise<ActResult>
  /** For a report: who the other is, and what was said. Never sent to a browser. */
  evidence(member: string): EncounterEvidence | null | Promise<EncounterEvidence | null>
  /**
   * The member has reported the other, or may not meet strangers now: it ends for both, as if they had left. Returns the phase
   * afterwards, which is never sent to a browser; null for anyone else.
   */
  stop(member: string): Promise<EncounterPhase | null>
}

/** A member's seat: at most one wait or encounter at a time, across all tabs, devices, pools and shards. */
export type Seat =
  | { state: 'free' }
  | Readonly<{
      state: 'waiting'
      kind: EncounterKind
      languages: readonly string[]
      topics: readonly string[]
      slot: number | null
      since: number
      /** Of the member's name and drawing in the encounter to come. */
      seed: string
    }>
  | { state: 'paired'; kind: EncounterKind; id: string; since: number }

export type StartRequest = {
  kind: EncounterKind
  /** Languages in which the member would talk, the best one first. */
  languages: readonly string[]
  topics: readonly string[]
  /** Blind dates: the evening's slot; null for a date at once. */
  slot: number | null
  /** Ahead of everyone else: the odd one out of the last round, or a member whose partner did not come. */
  isFirst?: boolean
  profile: PairingProfile | null
}

/**
 * What a member chose just now, the best one first. With no `languages`, their last choice counts, and without one `otherwise`, the
 * language of their page.
 */
export type LanguageChoice = { languages: readonly string[]; otherwise: string }

/** A request whose languages the hub completes. */
export type StartCall = Omit<StartRequest, 'languages'> & { choice: LanguageChoice }

/** `languages`: the member's last choice, or null. */
export type SeatOverview = { seat: Seat; languages: readonly string[] | null }

/**
 * `busy`: already in an encounter, which `seat` names. `forbidden`: not theirs. `too-many`: no next partner left for this hour.
 */
export type StartResult =
  | { ok: true; seat: Seat }
  | { ok: false; code: 'busy' | 'forbidden'; seat: Seat }
  | { ok: false; code: 'too-many'; seat: Seat; retryAfterS: number }

/** News of an encounter for one member's devices. */
export type EncounterNews = {
  id: string
  kind: EncounterKind
  ticket: string
  phase: ShownPhase
  until: number | null
  at: number
  conversation: string | null
  /** This member has ended it. */
  hasLeft?: true
  /** The partner did not come to a blind date, and not because of this member: they wait again, ahead of everyone else. */
  waitsAgain?: true
  /**
   * In the matchmaker's news of the pairing: the id that represents the other in lists of past partners. Takes a seat that is
   * free or reserved for it.
   */
  partner?: string
}

/** The calls of a member's hub for encounters: it has the member's one seat, and notifies their devices. */
export interface SeatRpc {
  read(): Seat
  /** The same, for a page that offers a choice. */
  overview(): SeatOverview | Promise<SeatOverview>
  /** Starts a wait. A repeat with the same choice changes nothing; another choice replaces it. */
  start(request: StartCall): Promise<StartResult>
  /** Ends a wait; an encounter ends by `act`. */
  withdraw(): Promise<void>
  /** Leaves the encounter `id` and waits again for another partner, with the same choice as before. */
  next(id: string): Promise<StartResult>
  /**
   * The matchmaker has found a partner, whom `partner` represents in lists of past partners: true if this wait is still the
   * member's current one and free. May be repeated.
   */
  reserve(ticket: string, id: string, partner: string): boolean | Promise<boolean>
  /** The pairing failed: the wait continues, even for a member who was shown the encounter. It has not opened. */
  release(ticket: string, id: string): void | Promise<void>
  /** What their encounter opens with, according to their matchmaker. Null for other people's encounters, and for deleted ones. */
  opening(id: string): Promise<EncounterOpening>
  /** False if the member has left meanwhile. May be repeated. */
  news(news: EncounterNews): boolean | Promise<boolean>
  /**
   * The member may no longer meet strangers: ends wait and encounter, the latter as if they had left. Returns when they were last
   * in one (ms), at most a day ago, or null.
   */
  stop(): Promise<number | null>
}

/** The same calls, by their names on a member's hub. */
export interface SeatHubRpc {
  readSeat: SeatRpc['read']
  seatOverview: SeatRpc['overview']
  startWait: SeatRpc['start']
  withdrawWait: SeatRpc['withdraw']
  nextPartner: SeatRpc['next']
  reserveSeat: SeatRpc['reserve']
  releaseSeat: SeatRpc['release']
  encounterOpening: SeatRpc['opening']
  encounterNews: SeatRpc['news']
  stopEncounters: SeatRpc['stop']
}

/** Languages in which strangers talk: one for each locale, with a single English. */
export const talkLanguages = ['en', 'uk', 'pl', 'tr', 'es', 'pt', 'ro', 'cs', 'de', 'fr'] as const satisfies LocaleCode[]

export type TalkLanguage = (typeof talkLanguages)[number]

/** The talk language for a page's language. */
export function talkLanguageOf(code: LocaleCode): TalkLanguage {
  return talkLanguages.find((language) => language === code) ?? 'en'
}

/** The locale of a text for both of a talk: the reader's own where they talk in its language. `language`: null if unknown. */
export function localeForBoth(language: string | null, page: LocaleCode): LocaleCode {
  return talkLanguages.find((other) => other === language && other !== talkLanguageOf(page)) ?? page
}

/** Maximum number of languages that a member offers. */
export const languagesAtMost = 3

/** Who is paired with whom: each member waits in one pool at a time. */
export const pools = ['anonymous', 'blind'] as const
export type Pool = (typeof pools)[number]

/** A waiting member, as sent by their hub. Times in ms. */
export type Waiting = {
  /** A random id of this wait. */
  ticket: string
  member: string
  since: number
  isFirst: boolean
  languages: readonly string[]
  topics: readonly string[]
  slot: number | null
  /** The id that represents the member in other people's lists, and whom they have met recently. */
  token: string
  /** The same id made with the secret before the last rotation, which older lists contain. */
  formerToken?: string | undefined
  past: readonly string[]
  profile: PairingProfile | null
}

/**
 * Real figures of a language in a matchmaker, the same for everyone who asks the same. `people`: those who wait, would talk in it
 * and could suit the reader; `medianWaitMs`: before talks in it with someone who could, within the last hour, in whole seconds. Each is null below five: smaller ones would be about
 * single people, and reveal who joins and leaves. For that reason there are no figures for several languages together, either:
 * compared with those of one, they would count the few who are only in the others.
 */
export type WaitFigures = { language: string; people: number | null; medianWaitMs: number | null }

/** One of two who were paired, with the wait that the pairing ended. */
export type PairedMember = { member: string; ticket: string }

/**
 * What an encounter opens with. `language`: of the talk. `topics`: that both have chosen. `participants`: the two. `at`: when they were paired (ms). `isAnnounced`:
 * both hubs know about it, and it began then.
 */
export type Opening = {
  kind: Pool
  language: string
  topics: readonly string[]
  participants: readonly PairedMember[]
  at: number
  isAnnounced: boolean
}

/** Null for an encounter that the matchmaker does not know, or no longer knows. */
export type EncounterOpening = Opening | 'opened' | null

/** `pairing`: the encounter for which the wait is reserved or over; null while it continues. */
export type Entered = { pairing: string | null }

export interface MatchmakerRpc {
  /**
   * Enters the pool; a repeat of the ticket reports that the member is still present, and updates the profile. A member's newer
   * ticket replaces an older one.
   */
  enter(waiting: Waiting): Entered | Promise<Entered>
  /** May be repeated. */
  leave(ticket: string): void | Promise<void>
  /** For the encounter with this id. Throws while it is undecided whether it will open. */
  opening(id: string): Promise<EncounterOpening>
  /** One for each of the languages, in their order. `reader`: whom blind dates have to suit; left out, everyone counts. */
  figures(languages: readonly string[], reader?: PairingCriteria): WaitFigures[] | Promise<WaitFigures[]>
  /** Replaces what is known of the dates that a member has booked. May be repeated. */
  attend(attendee: Attendee): Promise<void>
  /** The slots to come to which at least five people come who could suit the reader, in order of time. */
  attendance(reader: AttendanceReader): Promise<SlotAttendance[]>
}

/** By which two could suit each other, besides their languages. */
export type PairingCriteria = Pick<PairingProfile, 'genderMask' | 'seeksMask' | 'birthDate' | 'seeksAgeMin' | 'seeksAgeMax'>

/** A member and their booked dates, each with its languages; `criteria`: null for one without any. */
export type Attendee = {
  member: string
  criteria: PairingCriteria | null
  slots: readonly { slot: number; languages: readonly string[] }[]
}
export type AttendanceReader = { member: string; languages: readonly string[]; criteria: PairingCriteria }

/** How many come to a slot who could suit the reader, whomever either has blocked: a block must not show. */
export type SlotAttendance = { slot: number; people: number }

/** One object per pool and shard. Those of earlier versions end in a language instead. */
export const matchmakerName = (pool: Pool, shard: number | string) => `${pool}:${shard}`

/**
 * The facts by which partners of a blind date are chosen. Interests and intent are those that a stranger may see
 * (`visibleFields`).
 */
export type PairingProfile = {
  /** Bit sets of genders (features/profile/contract.ts). */
  genderMask: number
  seeksMask: number
  /** ISO. */
  birthDate: string
  /** In years, both inclusive. */
  seeksAgeMin: number
  seeksAgeMax: number
  interests: readonly string[]
  intent: string | null
  /** Packed answers (features/quiz/rules.ts). */
  quiz: string
  /** Cell of about 5 km (features/location/grid.ts); null without a place. */
  cellX: number | null
  cellY: number | null
  /** 0 to 100, counting only what a stranger may see (`shownCompleteness`). */
  completeness: number
}
