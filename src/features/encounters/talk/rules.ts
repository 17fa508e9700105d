import {
  dateTimes,
  graceMs,
  type DateTimes,
  type EncounterAct,
  type EncounterKind,
  type EncounterPhase,
  type ShownPhase,
} from '#features/encounters/contract.ts'
import { fnv1a } from '#shared/text/fnv1a.ts'

/** How long after their last request a member without a connection (no JavaScript) counts as present. */
export const unconnectedMs = 5 * 60_000

/** Index of one of the two. */
export type Which = 0 | 1

/** The choices of one of the two, and whether they are present. */
export type Side = {
  accepted: boolean
  revealed: boolean
  extended: boolean
  voted: boolean | null
  /** Has ended it, or may not continue it. */
  hasLeft: boolean
  /** Has had a connection to the channel. */
  hasJoined: boolean
  /** Without a connection since then, in ms; null while connected. */
  awaySince: number | null
}

/** An encounter without anything that reveals who the two are. Times in ms. */
export type EncounterState = {
  kind: EncounterKind
  phase: EncounterPhase
  /** When the clock ends the phase; null without a time limit. */
  until: number | null
  openedAt: number
  endedAt: number | null
  isExtended: boolean
  /** Both have said yes but may not meet: it continues as if one of them had not. */
  isBarred: boolean
  /** With `matched`: the conversation that continues it. */
  conversation: string | null
  sides: readonly [Side, Side]
}

export type Pressed = { ok: true; state: EncounterState } | { ok: false; code: 'over' | 'not-now' }

const over: Pressed = { ok: false, code: 'over' }
const notNow: Pressed = { ok: false, code: 'not-now' }

/**
 * The seed of a member's name and drawing in an encounter, 8 hex digits. The ticket of their wait decides, which is random and
 * known to no other member, so that a lobby can show the drawing of the date to come.
 */
export function aliasSeed(ticket: string): string {
  return fnv1a(ticket).toString(16).padStart(8, '0')
}

/** Two strangers were paired: an anonymous chat begins at once, a blind date waits for both to accept. */
export function beginEncounter(kind: EncounterKind, now: number): EncounterState {
  const side: Side = {
    accepted: false,
    revealed: false,
    extended: false,
    voted: null,
    hasLeft: false,
    hasJoined: false,
    awaySince: now,
  }
  const isBlind = kind === 'blind'
  return {
    kind,
    phase: isBlind ? 'offered' : 'talking',
    until: isBlind ? now + dateTimes.acceptMs : null,
    openedAt: now,
    endedAt: null,
    isExtended: false,
    isBarred: false,
    conversation: null,
    sides: [side, side],
  }
}

/** True if it can no longer change. */
export function isOver({ phase }: Pick<EncounterState, 'phase'>): boolean {
  return phase === 'matched' || phase === 'ended'
}

/** The two are in their channel and see each other join and leave. Only in `talking` may they write. */
export function isInChannel({ phase }: Pick<EncounterState, 'phase'>): boolean {
  return phase === 'talking' || phase === 'voting' || phase === 'deciding'
}

/** The phase as shown to the two: a match that is still being written is hidden. */
export function shownPhase({ kind, phase }: Pick<EncounterState, 'kind' | 'phase'>): ShownPhase {
  if (phase === 'deciding') return kind === 'blind' ? 'voting' : 'talking'
  return phase
}

/**
 * The phase as shown to one of the two. A member who has left sees the end permanently, even if a match was written by then. They
 * are notified of the match as of any other, and not redirected to it.
 */
export function phaseFor(state: EncounterState, which: Which): ShownPhase {
  return state.sides[which].hasLeft ? 'ended' : shownPhase(state)
}

/** When the clock next changes something, in ms, or null. */
export function dueAt(state: EncounterState): number | null {
  if (state.phase === 'deciding') return null
  const times = [state.until, absenceEndsAt(state)].filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** Only a talk ends because of an absence: accepting and voting need no connection. */
function absenceEndsAt({ phase, sides }: EncounterState): number | null {
  if (phase !== 'talking') return null
  const ends = sides.flatMap(({ awaySince, hasJoined }) =>
    awaySince === null ? [] : [awaySince + (hasJoined ? graceMs : unconnectedMs)],
  )
  return ends.length === 0 ? null : Math.min(...ends)
}

/** Applies the time by the server's clock. A vote begins when its start is noticed, so neither loses time. */
export function passTime(state: EncounterState, now: number): EncounterState {
  const due = dueAt(state)
  if (due === null || due > now) return state
  if (due !== state.until || state.phase === 'offered') return endEncounter(state, now)
  if (state.phase === 'talking') return { ...state, phase: 'voting', until: now + dateTimes.voteMs }
  return haveBothSaidYes(state) ? { ...state, phase: 'deciding' } : endEncounter(state, now)
}

/** Ends it for both in the same way. A match already being written stays: both have said yes. */
export function endEncounter(state: EncounterState, now: number): EncounterState {
  if (isOver(state) || state.phase === 'deciding') return state
  return { ...state, phase: 'ended', until: null, endedAt: now }
}

/** One of the two ends it, or may not continue it. While a match is being written, its outcome ends it. */
export function leaveEncounter(state: EncounterState, which: Which, now: number): EncounterState {
  if (state.phase === 'deciding') return state.sides[which].hasLeft ? state : withSide(state, which, { hasLeft: true })
  const ended = endEncounter(state, now)
  return ended === state ? state : withSide(ended, which, { hasLeft: true })
}

export function hasSomebodyLeft({ sides }: Pick<EncounterState, 'sides'>): boolean {
  return sides.some(({ hasLeft }) => hasLeft)
}

/** While the match is written, one of the two has left, or has changed their vote to a no. */
export function isTakenBack(state: EncounterState): boolean {
  return hasSomebodyLeft(state) || (state.kind === 'blind' && state.sides.some(({ voted }) => voted !== true))
}

/**
 * Whether a member waits for another partner: the other one left the offer of this blind date, or did not accept it although this
 * member did.
 */
export function waitsAgain({ kind, phase, sides }: EncounterState, which: Which): boolean {
  const [own, other] = [sides[which], sides[which === 0 ? 1 : 0]]
  const wasOffer = kind === 'blind' && !(own.accepted && other.accepted)
  return wasOffer && phase === 'ended' && !own.hasLeft && (own.accepted || other.hasLeft)
}

/** Both have said yes, and it has not been checked yet whether they may meet. */
export function haveBothSaidYes({ kind, phase, isBarred, sides }: EncounterState): boolean {
  if (isBarred) return false
  if (kind === 'anonymous') return phase === 'talking' && sides.every(({ revealed }) => revealed)
  return phase === 'voting' && sides.every(({ voted }) => voted === true)
}

/** It is known whether the two may meet: their match is written now, or both choices count as single ones. */
export function beginDecision(state: EncounterState, mayMeet: boolean): EncounterState {
  if (!haveBothSaidYes(state)) return state
  return mayMeet ? { ...state, phase: 'deciding' } : { ...state, isBarred: true }
}

/** The match was written, or was not (null): then one of the two has left, or has blocked the other at this moment. */
export function settleDecision(state: EncounterState, conversation: string | null, now: number): EncounterState {
  if (state.phase !== 'deciding') return state
  if (conversation === null) {
    const barred = { ...state, phase: shownPhase(state), isBarred: true }
    // A vote without an end would last forever.
    const isEndless = barred.phase === 'voting' && barred.until === null
    return isEndless || hasSomebodyLeft(state) ? endEncounter(barred, now) : barred
  }
  return { ...state, phase: 'matched', until: null, conversation, endedAt: now }
}

/** One of the two has connected. */
export function arrive(state: EncounterState, which: Which): EncounterState {
  const side = state.sides[which]
  if (side.hasJoined && side.awaySince === null) return state
  return withSide(state, which, { hasJoined: true, awaySince: null })
}

/** One of the two has disconnected. */
export function depart(state: EncounterState, which: Which, now: number): EncounterState {
  return state.sides[which].awaySince === null ? withSide(state, which, { awaySince: now }) : state
}

/** Minimum time between two recorded requests of a member without a connection. */
const callsApartMs = 15_000

/** One of the two has sent a request: without a connection, it shows that they are still present. */
export function noteCall(state: EncounterState, which: Which, now: number): EncounterState {
  const { hasJoined, awaySince } = state.sides[which]
  if (isOver(state) || hasJoined || awaySince === null || now - awaySince < callsApartMs) return state
  return withSide(state, which, { awaySince: now })
}

/** The times of a date whose talk passes this many times faster; the time limits for pressing something do not change. */
export function withFasterTalk(times: DateTimes, factor: number): DateTimes {
  return { ...times, talkMs: times.talkMs / factor, extendMs: times.extendMs / factor }
}

/** One of the two presses something, after `passTime`. A repeat of an applied action changes nothing. */
export function press(
  state: EncounterState,
  which: Which,
  act: EncounterAct,
  now: number,
  times: DateTimes = dateTimes,
): Pressed {
  if (state.sides[which].hasLeft) return over
  if (state.phase !== 'ended' && isRepeat(state.sides[which], act)) return { ok: true, state }
  if (isOver(state)) return over
  if (state.phase === 'deciding' && act.kind !== 'leave') return pressWhileDeciding(state, which, act, now, times)
  switch (act.kind) {
    case 'accept':
      return state.phase === 'offered'
        ? pressed(accept(withSide(state, which, { accepted: true }), now + times.talkMs, now))
        : isBlindElse(state)
    case 'reveal':
      return state.kind === 'anonymous' ? pressed(withSide(state, which, { revealed: true })) : notNow
    case 'extend':
      return isTimed(state) ? pressed(extend(withSide(state, which, { extended: true }), times.extendMs)) : isBlindElse(state)
    case 'vote':
      return state.phase === 'voting' ? pressed(withSide(state, which, { voted: act.yes })) : notNow
    case 'leave':
      return pressed(leaveEncounter(state, which, now))
    default:
      return act satisfies never
  }
}

/** Answers as in the phase that is shown: otherwise an answer would reveal that the other one has said yes. */
function pressWhileDeciding(state: EncounterState, which: Which, act: EncounterAct, now: number, times: DateTimes): Pressed {
  const asShown = press({ ...state, phase: shownPhase(state) }, which, act, now, times)
  return asShown.ok ? pressed({ ...asShown.state, phase: 'deciding' }) : asShown
}

const pressed = (state: EncounterState): Pressed => ({ ok: true, state })

/** A blind date in a later phase is past this action; an anonymous chat does not have it. */
function isBlindElse({ kind, phase }: EncounterState): Pressed {
  return kind === 'blind' && phase !== 'offered' ? over : notNow
}

const isTimed = ({ kind, phase }: EncounterState): boolean => kind === 'blind' && phase === 'talking'

function isRepeat({ accepted, revealed, extended, voted }: Side, act: EncounterAct): boolean {
  switch (act.kind) {
    case 'accept':
      return accepted
    case 'reveal':
      return revealed
    case 'extend':
      return extended
    case 'vote':
      return voted === act.yes
    case 'leave':
      return false
    default:
      return act satisfies never
  }
}

function accept(state: EncounterState, until: number, now: number): EncounterState {
  if (!bothSay(state, ({ accepted }) => accepted)) return state
  const [one, other] = state.sides
  // The channel opens with the talk, so neither was away before it.
  const sides = [
    { ...one, awaySince: now },
    { ...other, awaySince: now },
  ] as const
  return { ...state, phase: 'talking', until, sides }
}

function extend(state: EncounterState, byMs: number): EncounterState {
  if (state.isExtended || state.until === null || !bothSay(state, ({ extended }) => extended)) return state
  return { ...state, isExtended: true, until: state.until + byMs }
}

function bothSay({ sides }: EncounterState, says: (side: Side) => boolean): boolean {
  return sides.every(says)
}

function withSide(state: EncounterState, which: Which, change: Partial<Side>): EncounterState {
  const [one, other] = state.sides
  const sides = which === 0 ? ([{ ...one, ...change }, other] as const) : ([one, { ...other, ...change }] as const)
  return { ...state, sides }
}
