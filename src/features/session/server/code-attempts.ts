import { tooMany } from '#shared/errors.ts'
import { clientAddress } from '#worker/http/client-address.ts'
import type { AppContext } from '#worker/http/context.ts'
import { noteSecurity } from '#worker/http/security-events.ts'
import { attemptLimits, returnAttempt, takeAttempts } from './attempts.ts'
import { hashToken } from './secrets.ts'

/** A code from a letter that somebody has typed; counted as a wrong one until it is known to be none. */
export type CodeAttempt = {
  /** It was no guess: the right code, or none that was compared. */
  giveBack(): Promise<void>
}

/** Counts a code against its network's wrong ones before it is compared; 429 when there were too many. */
export async function countCodeAttempt(c: AppContext): Promise<CodeAttempt> {
  const key = `refused-codes:${hashToken(clientAddress(c))}`
  const limit = attemptLimits.refusedCodes
  const over = await takeAttempts(c.get('db'), [{ key, limit }], c.get('now'))
  if (over.length > 0) {
    noteSecurity(c, { kind: 'limit-reached', what: 'codes-by-network' })
    throw tooMany('Too many wrong codes from one network', limit.windowMs)
  }
  return { giveBack: () => returnAttempt(c.get('db'), key) }
}
