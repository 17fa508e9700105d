import { readRestartWait } from '#shared/realtime/restart-wait.ts'
import { closeCodes, timings } from '#shared/realtime/wire.ts'

export type Transport = 'websocket' | 'polling'

/**
 * The reconnect policy, as a pure state machine over the constants of spec §9 'Socket'. The first phase: nothing was open yet, 2
 * attempts on either transport. Forced: the server closed, 3 attempts with 1000 ms between; the first one waits for as long as
 * the server asked. Backoff: endless, 1000 → 5000 ms with jitter. Ended: never again.
 */
export type Policy = {
  phase: 'first' | 'open' | 'forced' | 'backoff' | 'ended'
  /** Failed attempts of this phase. */
  failures: number
  /** The transport of the connection, or of the next attempt. */
  transport: Transport
  /** Failed attempts in a row on this transport. */
  turn: number
  /** A WebSocket was once open on this page. */
  hasSocketWorked: boolean
  /** The wait before the next attempt that the server asked for, ms. */
  namedWaitMs: number | null
}

/** Why a connection or an attempt is over. `transport`: an error, a timeout or silence, without a close by the server. */
export type Closing =
  | { kind: 'ours' }
  | { kind: 'signed-out' }
  | { kind: 'transport' }
  | { kind: 'server'; code: number; reason?: string }

export type Announcement = 'reconnecting' | 'failed' | 'ended' | null

export const firstPolicy: Policy = {
  phase: 'first',
  failures: 0,
  transport: 'websocket',
  turn: 0,
  hasSocketWorked: false,
  namedWaitMs: null,
}

export function afterOpen({ transport, hasSocketWorked }: Policy): Policy {
  const isSocket = transport === 'websocket'
  return { phase: 'open', failures: 0, transport, turn: 0, hasSocketWorked: hasSocketWorked || isSocket, namedWaitMs: null }
}

export function afterClose(policy: Policy, closing: Closing): { policy: Policy; announce: Announcement } {
  if (policy.phase === 'ended' || ends(closing)) return { policy: { ...policy, phase: 'ended', failures: 0 }, announce: 'ended' }
  const code = closing.kind === 'server' ? closing.code : null
  // Nothing is lost: the WebSocket that replaces polling is already open.
  if (code === closeCodes.switched) return { policy: { ...policy, transport: 'websocket', turn: 0 }, announce: null }
  const namedWaitMs = closing.kind === 'server' && code === closeCodes.restart ? readRestartWait(closing.reason ?? '') : null
  const after = (phase: Policy['phase'], failures: number, announce: Announcement) => ({
    policy: { ...policy, ...nextTurn(policy, closing), phase, failures, namedWaitMs },
    announce,
  })
  if (code === closeCodes.tooMany) return after('backoff', slowestStep, policy.phase === 'open' ? 'reconnecting' : null)
  const failures = policy.failures + 1
  switch (policy.phase) {
    case 'open':
      return after(isForced(closing) ? 'forced' : 'backoff', 0, 'reconnecting')
    case 'first':
      return failures < 2 * timings.firstConnectAttempts ? after('first', failures, null) : after('backoff', 0, 'failed')
    case 'forced':
      return failures < timings.afterForcedCloseAttempts ? after('forced', failures, null) : after('backoff', 0, 'failed')
    case 'backoff':
      return after('backoff', Math.min(failures, slowestStep), null)
  }
}

/** Switches to the other transport after two failed attempts, or three if a WebSocket has worked before. */
function nextTurn({ phase, transport, turn, hasSocketWorked }: Policy, closing: Closing): Pick<Policy, 'transport' | 'turn'> {
  if (phase === 'open' || closing.kind !== 'transport') return { transport, turn }
  const isTrusted = transport === 'websocket' && hasSocketWorked
  const patience = isTrusted ? timings.afterForcedCloseAttempts : timings.firstConnectAttempts
  if (turn + 1 < patience) return { transport, turn: turn + 1 }
  return { transport: transport === 'websocket' ? 'polling' : 'websocket', turn: 0 }
}

/** Returns the wait before the next attempt, ms. `random` is a number in [0, 1). */
export function delayMs({ phase, failures, turn, namedWaitMs }: Policy, random: number): number {
  if (namedWaitMs !== null) return namedWaitMs
  // The first attempt on the other transport has no delay, and neither has a switch.
  if (phase === 'open' || (phase === 'first' && turn === 0)) return 0
  if (phase === 'forced') return timings.afterForcedCloseDelayMs
  const base = Math.min(timings.minBackoffMs * 2 ** (phase === 'first' ? turn : failures), timings.maxBackoffMs)
  const spread = base * timings.backoffJitter * (2 * random - 1)
  return Math.min(Math.round(base + spread), timings.maxBackoffMs)
}

/** From this step on the delay is at its maximum. */
const slowestStep = Math.ceil(Math.log2(timings.maxBackoffMs / timings.minBackoffMs))

function ends(closing: Closing): boolean {
  if (closing.kind !== 'server') return closing.kind !== 'transport'
  return closing.code === closeCodes.unauthorized || closing.code === closeCodes.forbidden || closing.code === 1000
}

/**
 * The server closed on purpose (a restart, a deployment), unlike a lost connection (1006 means no close frame) or silence.
 */
function isForced(closing: Closing): boolean {
  return closing.kind === 'server' && closing.code !== 1006 && closing.code !== closeCodes.timeout
}
