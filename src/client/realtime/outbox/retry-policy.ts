import { timings } from '#shared/realtime/wire.ts'
import type { RequestError } from '../requests.ts'

/** What follows an attempt that failed. */
export type NextStep =
  /** Nothing is known about the message: the reconnect, or the next session, sends it again. */
  | { kind: 'later' }
  /** The server's final answer: only the writer sends it again. */
  | { kind: 'refused' }
  /** The writer, the next message or the next connection sends it again; those behind it wait. */
  | { kind: 'failed' }
  /** It is due again after `ms`. */
  | { kind: 'retry'; ms: number; countsAsFailure: boolean }

const finalCodes: ReadonlySet<string> = new Set(['bad-frame', 'too-big', 'forbidden', 'conflict', 'contact-details'])
/** There is no connection to ask, or no session. */
const laterCodes: ReadonlySet<string> = new Set(['closed', 'unauthorized'])
const triesOnOneConnection = 3
/** A store of the server is unavailable: retries for a quarter of an hour, after 1, 2, 4 and then every 8 s. */
const triesWhileAway = 115
const longestPauseMs = 8_000
/** For longer waits the writer decides about the retry: photos have an hourly limit. */
const longestWaitS = 60

/** `failures`: failed attempts in a row, without this one. */
export function afterFailure({ code, retryAfterS }: Pick<RequestError, 'code' | 'retryAfterS'>, failures: number): NextStep {
  if (laterCodes.has(code)) return { kind: 'later' }
  if (finalCodes.has(code) || retryAfterS > longestWaitS) return { kind: 'refused' }
  if (retryAfterS > 0) return { kind: 'retry', ms: retryAfterS * 1_000, countsAsFailure: false }
  const tries = code === 'unavailable' ? triesWhileAway : triesOnOneConnection
  if (code === 'timeout' || failures + 1 >= tries) return { kind: 'failed' }
  return { kind: 'retry', ms: Math.min(timings.minBackoffMs * 2 ** failures, longestPauseMs), countsAsFailure: true }
}
