import {
  dateTimes,
  graceMs,
  type DateTimes,
  type EncounterAct,
  type EncounterKind,
  type EncounterPhase,
  type ShownPhase,
} from '#features/encounters/contract.ts'

/** Somebody who never had a connection (no JavaScript) has so long since their last call. */
export const unconnectedMs = 5 * 60_000

/** Which of the two. */
export type Which = 0 | 1

/** What one of the two has pressed, and whether they are there. */
export type Side = {
  accepted: boolean
  revealed: boolean
  extended: boolean
  voted: boolean | null
  /** Has ended it, or may not go on with it. */
  hasLeft: boolean
  /** Has had a connection to the channel. */
  hasJoined: boolean
  /** Without a connection since then, in ms; null while there is one. */
  awaySince: number | null
}

/** An encounter without anything that says who the two are. Times in ms. */
export type EncounterState = {
  kind: EncounterKind
  phase: EncounterPhase
  /** When the clock ends the phase; null while nothing is waited for. */
  until: number | null
  openedAt: number
  endedAt: number | null
  isExtended: boolean
  /** Both have said yes and may not meet: it goes on as if one of them had not. */
  isBarred: boolean
  /** With `matched`: the conversation that goes on. */
  conversation: string | null
  sides: readonly [Side, Side]
}

export type Pressed = { ok: true; state: EncounterState } | { ok: false; code: 'over' | 'not-now' }

const over: Pressed = { ok: false, code: 'over' }
const notNow: Pressed = { ok: false, code: 'not-now' }

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

/** Nothing happens to it any more. */
export function isOver({ phase }: Pick<EncounterState, 'phase'>): boolean {
  return phase === 'matched' || phase === 'ended'
}

/** The two are in their channel: they see each other come and go. Writing is for `talking` alone. */
export function isInChannel({ phase }: Pick<EncounterState, 'phase'>): boolean {
  return phase === 'talking' || phase === 'voting' || phase === 'deciding'
}

/** The phase as the two may know it: a match that is being written does not show yet. */
export function shownPhase({ kind, phase }: Pick<EncounterState, 'kind' | 'phase'>): ShownPhase {
  if (phase === 'deciding') return kind === 'blind' ? 'voting' : 'talking'
  return phase
}

/**
 * The phase as one of the two may know it. Somebody who has left sees the end for good, also of a match that was written by then: they
 * are notified of it as of any other, and not led into it.
 */
export function phaseFor(state: EncounterState, which: Which): ShownPhase {
  return state.sides[which].hasLeft ? 'ended' : shownPhase(state)
}

/** When the clock changes something next, in ms, or null. */
export function dueAt(state: EncounterState): number | null {
  if (state.phase === 'deciding') return null
  const times = [state.until, absenceEndsAt(state)].filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** Only a talk ends because somebody is away: whoever accepts or votes needs no connection for it. */
function absenceEndsAt({ phase, sides }: EncounterState): number | null {
  if (phase !== 'talking') return null
  const ends = sides.flatMap(({ awaySince, hasJoined }) =>
    awaySince === null ? [] : [awaySince + (hasJoined ? graceMs : unconnectedMs)],
  )
  return ends.length === 0 ? null : Math.min(...ends)
}

/** The state as the server's clock has made it by now. A vote begins when it is noticed that it is due, so no one loses time. */
export function passTime(state: EncounterState, now: number): EncounterState {
  const due = dueAt(state)
  if (due === null || due > now) return state
  if (due !== state.until || state.phase === 'offered') return endEncounter(state, now)
  if (state.phase === 'talking') return { ...state, phase: 'voting', until: now + dateTimes.voteMs }
  return haveBothSaidYes(state) ? { ...state, phase: 'deciding' } : endEncounter(state, now)
}

/** Ends it for both, and for both the same. What is written already stays: the match of two who have both said yes. */
export function endEncounter(state: EncounterState, now: number): EncounterState {
  if (isOver(state) || state.phase === 'deciding') return state
  return { ...state, phase: 'ended', until: null, endedAt: now }
}

/** One of the two ends it, or may not go on with it. While a match is being written, its outcome ends it. */
export function leaveEncounter(state: EncounterState, which: Which, now: number): EncounterState {
  if (state.phase === 'deciding') return state.sides[which].hasLeft ? state : withSide(state, which, { hasLeft: true })
  const ended = endEncounter(state, now)
  return ended === state ? state : withSide(ended, which, { hasLeft: true })
}

export function hasSomebodyLeft({ sides }: Pick<EncounterState, 'sides'>): boolean {
  return sides.some(({ hasLeft }) => hasLeft)
}

/**
 * Whether somebody waits for another partner: the other one has left the offer of this blind date, or did not accept it although
 * they did.
 */
export function waitsAgain({ kind, phase, sides }: EncounterState, which: Which): boolean {
  const [own, other] = [sides[which], sides[which === 0 ? 1 : 0]]
  const wasOffer = kind === 'blind' && !(own.accepted && other.accepted)
  return wasOffer && phase === 'ended' && !own.hasLeft && (own.accepted || other.hasLeft)
}

/** Both have said yes, and whether they may meet is still to be asked. */
export function haveBothSaidYes({ kind, phase, isBarred, sides }: EncounterState): boolean {
  if (isBarred) return false
  if (kind === 'anonymous') return phase === 'talking' && sides.every(({ revealed }) => revealed)
  return phase === 'voting' && sides.every(({ voted }) => voted === true)
}

/** Whether the two may meet is known: their match is written now, or both presses stay lone ones. */
export function beginDecision(state: EncounterState, mayMeet: boolean): EncounterState {
  if (!haveBothSaidYes(state)) return state
  return mayMeet ? { ...state, phase: 'deciding' } : { ...state, isBarred: true }
}

/** The match was written, or was not (null): then one of the two has left, or has blocked the other in this moment. */
export function settleDecision(state: EncounterState, conversation: string | null, now: number): EncounterState {
  if (state.phase !== 'deciding') return state
  if (conversation === null) {
    const barred = { ...state, phase: shownPhase(state), isBarred: true }
    // A vote without an end would last for ever.
    const isEndless = barred.phase === 'voting' && barred.until === null
    return isEndless || hasSomebodyLeft(state) ? endEncounter(barred, now) : barred
  }
  return { ...state, phase: 'matched', until: null, conversation, endedAt: now }
}

/** One of the two has a connection now. */
export function arrive(state: EncounterState, which: Which): EncounterState {
  const side = state.sides[which]
  if (side.hasJoined && side.awaySince === null) return state
  return withSide(state, which, { hasJoined: true, awaySince: null })
}

/** One of the two has no connection any more. */
export function depart(state: EncounterState, which: Which, now: number): EncounterState {
  return state.sides[which].awaySince === null ? withSide(state, which, { awaySince: now }) : state
}

/** Calls of somebody without a connection are worth writing down so far apart. */
const callsApartMs = 15_000

/** One of the two has made a call: without a connection it shows that they are still there. */
export function noteCall(state: EncounterState, which: Which, now: number): EncounterState {
  const { hasJoined, awaySince } = state.sides[which]
  if (isOver(state) || hasJoined || awaySince === null || now - awaySince < callsApartMs) return state
  return withSide(state, which, { awaySince: now })
}

/** The times of a date whose talk passes so many times faster; what somebody has to press in time stays as it is. */
export function withFasterTalk(times: DateTimes, factor: number): DateTimes {
  return { ...times, talkMs: times.talkMs / factor, extendMs: times.extendMs / factor }
}

/** One of the two presses something, after `passTime`. A repeat of what counts already changes nothing. */
export function press(
  state: EncounterState,
  which: Which,
  act: EncounterAct,
  now: number,
  times: DateTimes = dateTimes,
): Pressed {
  if (state.phase !== 'ended' && isRepeat(state.sides[which], act)) return { ok: true, state }
  if (isOver(state) || (state.phase === 'deciding' && act.kind !== 'leave')) return over
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

const pressed = (state: EncounterState): Pressed => ({ ok: true, state })

/** A blind date that has gone on is past what was pressed; an anonymous chat has nothing of the kind. */
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
  // The channel opens with the talk, so no one was away before it.
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
