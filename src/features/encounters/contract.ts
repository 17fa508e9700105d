import type { ConversationRpc, EvidenceMessage } from '#features/chat/contract.ts'
import { encounterPortraitPath } from '#shared/encounter-portrait.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { read } from '#shared/routing/action.ts'

/**
 * Two strangers who talk under names that are made up for this one time: an anonymous chat or a blind date. Nothing that
 * the other side is sent comes from who somebody is, until both have said yes.
 */
export type EncounterKind = Pool

export const encounterActions = {
  /** `?id=`: the partner's drawing as a picture, for the two of a talk alone and as long as it is there. */
  portrait: read(encounterPortraitPath),
}

/** Messages that are kept, for a report and for a match. */
export const keptMessages = 50
/** An encounter is gone everywhere so long after its end. */
export const encounterKeptMs = 24 * 60 * 60_000
/** A partner who drops out has so long to come back. */
export const graceMs = 30_000
/**
 * Whoever opens a lobby so soon after an encounter has begun is led to it: they pressed before the page's script had come, or
 * the answer to the press overtook the event. Later the lobby has a link to it.
 */
export const justBegunMs = 10_000
/** A member's encounter that has begun a moment ago. `since` and `now` in ms. */
export function hasJustBegun({ since }: { since: number }, now: number): boolean {
  return now < since + justBegunMs
}
/** Partners who have left for somebody else, within an hour. */
export const nextPerHour = 30

/** Times of a blind date, by the server's clock, in ms. */
export type DateTimes = { readonly acceptMs: number; readonly talkMs: number; readonly extendMs: number; readonly voteMs: number }

/** As in product.md 'Talking'. */
export const dateTimes: DateTimes = { acceptMs: 30_000, talkMs: 5 * 60_000, extendMs: 3 * 60_000, voteMs: 30_000 }

/** How somebody looks in one encounter: an id and a seed for name and portrait, drawn again each time. */
export type Alias = { user_id: string; seed: string }

/**
 * `offered`: a blind date waits for both to accept. `deciding`: both have said yes, and the match is being written.
 * `matched`: both know each other now.
 */
export type EncounterPhase = 'offered' | 'talking' | 'voting' | 'deciding' | 'matched' | 'ended'

/** A phase as the two may know it. */
export type ShownPhase = Exclude<EncounterPhase, 'deciding'>

/** What one of the two may know of their encounter. */
export type EncounterView = {
  id: string
  kind: EncounterKind
  phase: ShownPhase
  self: Alias
  partner: Alias
  /** When the phase ends, in ms; null while nothing is waited for. */
  until: number | null
  openedAt: number
  endedAt: number | null
  /** The viewer's own presses; the other's never show. */
  own: { accepted: boolean; revealed: boolean; extended: boolean; voted: boolean | null }
  /** The talk has got its three minutes more. */
  isExtended: boolean
  /** With `matched`: the conversation that goes on. */
  conversation: string | null
}

/** What one of the two presses. `next`: leaves for somebody else. */
export type EncounterAct =
  | { kind: 'accept' }
  | { kind: 'reveal' }
  | { kind: 'extend' }
  | { kind: 'vote'; yes: boolean }
  | { kind: 'leave' }

/** `forbidden`: none of theirs, or unknown. `over`: too late. `not-now`: another phase's. */
export type ActResult = { ok: true; view: EncounterView } | { ok: false; code: 'forbidden' | 'over' | 'not-now' }

/** Who the other one is, what was said under both their ids, and whether the two know each other by now. */
export type EncounterEvidence = { partner: string; messages: EvidenceMessage[]; phase: EncounterPhase }

/**
 * The calls of an encounter's object. Callers name the member they act for, and have checked who that is. It opens with the first
 * call for one of the two.
 */
export interface EncounterRpc extends Pick<
  ConversationRpc,
  'sendFromHub' | 'join' | 'leave' | 'show' | 'mark' | 'clientEvent' | 'history'
> {
  /** Opens it and notifies both hubs unless they know; a repeat only notifies those that could not be reached. */
  open(opening: Opening): Promise<void>
  /** Null for anyone else, and once it is gone. */
  view(member: string): EncounterView | null | Promise<EncounterView | null>
  act(member: string, act: EncounterAct): Promise<ActResult>
  /** For a report: who the other one is, and what was said. Never for a browser. */
  evidence(member: string): EncounterEvidence | null | Promise<EncounterEvidence | null>
  /**
   * The member has reported the other, or may not meet strangers now: it ends for both, as when they leave. The phase afterwards,
   * which is never for a browser; null for anyone else.
   */
  stop(member: string): Promise<EncounterPhase | null>
}

/** Where a member stands. At most one wait or encounter at a time, over all tabs, devices, pools and languages. */
export type Seat =
  | { state: 'free' }
  | { state: 'waiting'; kind: EncounterKind; language: string; topics: readonly string[]; slot: number | null; since: number }
  | { state: 'paired'; kind: EncounterKind; id: string; since: number }

export type StartRequest = {
  kind: EncounterKind
  language: string
  topics: readonly string[]
  /** Blind dates: the evening's slot; null for now. */
  slot: number | null
  /** Before everyone else: the odd one out of the last round, or somebody whose partner did not come. */
  isFirst?: boolean
  profile: PairingProfile | null
}
/**
 * `busy`: in an encounter already, which `seat` names. `forbidden`: none of theirs. `too-many`: no partner left for this hour.
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
  /** The partner did not come to a blind date, and not because of this member: they wait again, before everyone else. */
  waitsAgain?: true
  /**
   * In the matchmaker's news of the pairing: who stands for the other one in lists of past partners. Takes a seat that is free or
   * reserved for it.
   */
  partner?: string
}

/** What a member's hub does for their encounters: it holds the one seat, and notifies the devices. */
export interface SeatRpc {
  read(): Seat
  /** Begins a wait. A repeat with the same wish changes nothing; another wish takes its place. */
  start(request: StartRequest): Promise<StartResult>
  /** Ends a wait; an encounter ends by `act`. */
  withdraw(): Promise<void>
  /** Leaves the encounter `id` and waits again for somebody else, with the wish of the time before. */
  next(id: string): Promise<StartResult>
  /**
   * The matchmaker has found somebody, whom `partner` stands for in lists of past partners: true when this wait is still the
   * member's and is still free. May be repeated.
   */
  reserve(ticket: string, id: string, partner: string): boolean | Promise<boolean>
  /** Nothing came of it: the wait goes on, also for a member who was shown the encounter. It has not opened. */
  release(ticket: string, id: string): void | Promise<void>
  /** What their encounter opens with, as their matchmaker has it. Null for one of others, and for one that is gone. */
  opening(id: string): Promise<EncounterOpening>
  /** False when the member has left meanwhile. May be repeated. */
  news(news: EncounterNews): boolean | Promise<boolean>
  /**
   * The member may not meet strangers any more: ends wait and encounter, the latter as when they leave. When they were last in
   * one (ms), at most a day ago, or null.
   */
  stop(): Promise<number | null>
}

/** The same calls, by the names that they have on a member's hub. */
export interface SeatHubRpc {
  readSeat: SeatRpc['read']
  startWait: SeatRpc['start']
  withdrawWait: SeatRpc['withdraw']
  nextPartner: SeatRpc['next']
  reserveSeat: SeatRpc['reserve']
  releaseSeat: SeatRpc['release']
  encounterOpening: SeatRpc['opening']
  encounterNews: SeatRpc['news']
  stopEncounters: SeatRpc['stop']
}

/** Languages in which strangers talk: one for each locale, but one English. */
export const talkLanguages = ['en', 'uk', 'pl', 'tr', 'es', 'pt', 'ro', 'cs', 'de', 'fr'] as const satisfies LocaleCode[]

export type TalkLanguage = (typeof talkLanguages)[number]

/** The language of a page, as a language to talk in. */
export function talkLanguageOf(code: LocaleCode): TalkLanguage {
  return talkLanguages.find((language) => language === code) ?? 'en'
}

/** Who is paired with whom: everybody waits in one pool at a time. */
export const pools = ['anonymous', 'blind'] as const
export type Pool = (typeof pools)[number]

/** Somebody who waits, as their hub sends them. Times in ms. */
export type Waiting = {
  /** Of this wait, random. */
  ticket: string
  member: string
  since: number
  isFirst: boolean
  topics: readonly string[]
  slot: number | null
  /** What stands for the member in the lists of others, and whom they have met lately. */
  token: string
  /** The same by the secret before the last rotation: older lists have this one. */
  formerToken?: string | undefined
  past: readonly string[]
  profile: PairingProfile | null
}

/**
 * Honest figures of a waiting room, the same for everybody. `people`: those who wait; `medianWaitMs`: of the last hour, in whole
 * seconds. Each is null below five: fewer would be somebody's own, and would show who comes and goes.
 */
export type WaitFigures = { people: number | null; medianWaitMs: number | null }

/** One of two who were paired, by the wait that has ended with it. */
export type PairedMember = { member: string; ticket: string }

/**
 * What an encounter opens with. `participants`: the two. `at`: when they were paired (ms). `isAnnounced`: both hubs know of it, and
 * that it has begun then.
 */
export type Opening = { kind: Pool; participants: readonly PairedMember[]; at: number; isAnnounced: boolean }

/** Null for an encounter of which the matchmaker does not know, or no more. */
export type EncounterOpening = Opening | 'opened' | null

/** `pairing`: the encounter for which the wait is reserved or over; null while it goes on. */
export type Entered = { pairing: string | null }

export interface MatchmakerRpc {
  /**
   * Enters the pool; a repeat of the ticket says that the member is still there, and brings the profile as it is now. A member's
   * newer ticket takes the place of an older one.
   */
  enter(waiting: Waiting): Entered | Promise<Entered>
  /** May be repeated. */
  leave(ticket: string): void | Promise<void>
  /** For the encounter of that id. Throws while it is undecided whether it will open. */
  opening(id: string): Promise<EncounterOpening>
  figures(): WaitFigures | Promise<WaitFigures>
}

/** One object per pool and language. */
export const matchmakerName = (pool: Pool, language: string) => `${pool}:${language}`

/** What partners of a blind date are chosen by. Interests and intent are those that a stranger may see (`visibleFields`). */
export type PairingProfile = {
  /** Bit sets of genders (features/profile/contract.ts). */
  genderMask: number
  seeksMask: number
  /** ISO. */
  birthDate: string
  /** In years, both included. */
  seeksAgeMin: number
  seeksAgeMax: number
  interests: readonly string[]
  intent: string | null
  /** Packed answers (features/quiz/rules.ts). */
  quiz: string
  /** Cell of about 5 km (features/location/grid.ts); null without a place. */
  cellX: number | null
  cellY: number | null
  /** 0 to 100, of what a stranger may see (`shownCompleteness`). */
  completeness: number
}
