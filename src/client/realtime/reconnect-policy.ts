import { closeCodes, timings } from '#shared/wire.ts'

/**
 * When to try again, as a pure machine over the constants of spec §9 'Socket'.
 * first: nothing was open yet, 2 attempts. forced: the server closed, 3 attempts with 1000 ms between. backoff: without
 * end, 1000 → 5000 ms with jitter. ended: never again.
 */
export type Policy = {
  phase: 'first' | 'open' | 'forced' | 'backoff' | 'ended'
  /** Attempts of this phase that came to nothing. */
  failures: number
}

/** Why a connection or an attempt is over. `transport`: an error, a timeout or silence, with no word from the server. */
export type Closing = { kind: 'ours' } | { kind: 'signed-out' } | { kind: 'transport' } | { kind: 'server'; code: number }

export type Announcement = 'reconnecting' | 'failed' | 'ended' | null

export const firstPolicy: Policy = { phase: 'first', failures: 0 }

export function afterOpen(): Policy {
  return { phase: 'open', failures: 0 }
}

export function afterClose(policy: Policy, closing: Closing): { policy: Policy; announce: Announcement } {
  if (policy.phase === 'ended' || ends(closing)) return { policy: { phase: 'ended', failures: 0 }, announce: 'ended' }
  const busy = closing.kind === 'server' && closing.code === closeCodes.tooMany
  if (busy)
    return { policy: { phase: 'backoff', failures: slowestStep }, announce: policy.phase === 'open' ? 'reconnecting' : null }
  const failures = policy.failures + 1
  switch (policy.phase) {
    case 'open':
      return { policy: { phase: isForced(closing) ? 'forced' : 'backoff', failures: 0 }, announce: 'reconnecting' }
    case 'first':
      if (failures < timings.firstConnectAttempts) return { policy: { phase: 'first', failures }, announce: null }
      return { policy: { phase: 'backoff', failures: 0 }, announce: 'failed' }
    case 'forced':
      if (failures < timings.afterForcedCloseAttempts) return { policy: { phase: 'forced', failures }, announce: null }
      return { policy: { phase: 'backoff', failures: 0 }, announce: 'failed' }
    case 'backoff':
      return { policy: { phase: 'backoff', failures: Math.min(failures, slowestStep) }, announce: null }
  }
}

/** Wait before the next attempt, ms. `random` is a number in [0, 1). */
export function delayMs(policy: Policy, random: number): number {
  if (policy.phase === 'forced') return timings.afterForcedCloseDelayMs
  const base = Math.min(timings.minBackoffMs * 2 ** policy.failures, timings.maxBackoffMs)
  const spread = base * timings.backoffJitter * (2 * random - 1)
  return Math.min(Math.round(base + spread), timings.maxBackoffMs)
}

/** From here on the delay has reached its maximum. */
const slowestStep = Math.ceil(Math.log2(timings.maxBackoffMs / timings.minBackoffMs))

function ends(closing: Closing): boolean {
  if (closing.kind !== 'server') return closing.kind !== 'transport'
  return closing.code === closeCodes.unauthorized || closing.code === closeCodes.forbidden || closing.code === 1000
}

/** The server meant it (a restart, a deployment), unlike a lost line (1006 stands for no close frame) or our silence. */
function isForced(closing: Closing): boolean {
  return closing.kind === 'server' && closing.code !== 1006 && closing.code !== closeCodes.timeout
}
