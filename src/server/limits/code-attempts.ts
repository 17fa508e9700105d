import { type AppError, tooMany } from '#shared/errors.ts'
import { clientAddress } from '../client-address.ts'
import type { AppContext } from '../context.ts'
import { noteSecurity } from '../security-events.ts'
import { attemptLimits, returnAttempt, takeAttempts, type AttemptLimit } from './attempts.ts'
import { hashToken } from '../crypto/secrets.ts'

/** A code from an e-mail that somebody has typed; counted as a wrong one until it proves right. */
export type CodeAttempt = {
  /** Uncounts it: it was the right code, or it was never compared. */
  giveBack(): Promise<void>
}

type CountedBy = {
  key: string
  limit: AttemptLimit
  /** Names the limit for the operators. */
  what: string
  /** Address of the account, where the limit is one account's. */
  account?: string
  refusal: AppError
}

/** Counts a code under one key as a wrong one, before it is compared; throws `refusal` when there were too many. */
export async function takeCodeAttempt(c: AppContext, { key, limit, refusal, ...event }: CountedBy): Promise<CodeAttempt> {
  const over = await takeAttempts(c.get('db'), [{ key, limit }], c.get('now'))
  if (over.length > 0) {
    noteSecurity(c, { kind: 'limit-reached', ...event })
    throw refusal
  }
  return { giveBack: () => returnAttempt(c.get('db'), key) }
}

/** Counts a code as a wrong one of its network; throws 429 when there were too many. */
export async function countCodeAttempt(c: AppContext): Promise<CodeAttempt> {
  const limit = attemptLimits.refusedCodes
  return takeCodeAttempt(c, {
    key: `refused-codes:${hashToken(clientAddress(c))}`,
    limit,
    what: 'codes-by-network',
    refusal: tooMany('Too many wrong codes from one network', limit.windowMs),
  })
}
