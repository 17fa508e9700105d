import { type AppError, tooMany } from '#shared/errors.ts'
import { clientAddress } from '../client-address.ts'
import type { AppContext } from '../context.ts'
import { noteSecurity } from '../security-events.ts'
import { attemptLimits, returnAttempt, takeAttempts, type AttemptLimit } from './attempts.ts'
import { hashToken } from '../crypto/secrets.ts'

/** A typed code from an email; counted as wrong until it proves right. */
export type CodeAttempt = {
  /** Uncounts it: it was the right code, or it was never compared. */
  giveBack(): Promise<void>
}

type CountedBy = {
  key: string
  limit: AttemptLimit
  /** The limit's name for operators. */
  what: string
  /** Address of the account, if the limit is per account. */
  account?: string
  refusal: AppError
}

/** Counts a code as wrong under one key, before it is compared; throws `refusal` above the limit. */
export async function takeCodeAttempt(c: AppContext, { key, limit, refusal, ...event }: CountedBy): Promise<CodeAttempt> {
  const over = await takeAttempts(c.get('db'), [{ key, limit }], c.get('now'))
  if (over.length > 0) {
    noteSecurity(c, { kind: 'limit-reached', ...event })
    throw refusal
  }
  return { giveBack: () => returnAttempt(c.get('db'), key) }
}

/** Counts a code as wrong for its network; throws 429 above the limit. */
export async function countCodeAttempt(c: AppContext): Promise<CodeAttempt> {
  const limit = attemptLimits.refusedCodes
  return takeCodeAttempt(c, {
    key: `refused-codes:${hashToken(clientAddress(c))}`,
    limit,
    what: 'codes-by-network',
    refusal: tooMany('Too many wrong codes from one network', limit.windowMs),
  })
}
