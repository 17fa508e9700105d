import { AppError } from '#shared/errors.ts'
import { isKnownDevice } from '#features/auth/session/server/public.ts'
import { hashToken } from '#server/crypto/secrets.ts'
import { clientAddress } from '#server/client-address.ts'
import type { AppContext } from '#server/context.ts'
import { noteSecurity } from '#server/security-events.ts'
import { attemptLimits, requireAttempt, takeAttempts, type AttemptLimit } from '#server/limits/attempts.ts'
import { takeCodeAttempt, type CodeAttempt } from '#server/limits/code-attempts.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/**
 * Limits on emails for a new password, counted by address, whether it has an account or not. Strangers may use only a part. The
 * rest is reserved for the owner: in a browser that the account knows, or on another network.
 */
const emailLimits = {
  /** Per network and address. */
  networkHour: { limit: 3, windowMs: hourMs },
  networkDay: { limit: 5, windowMs: dayMs },
  /** For all browsers that the account does not know, together. */
  strangersHour: { limit: 4, windowMs: hourMs },
  strangersDay: { limit: 7, windowMs: dayMs },
  hour: { limit: 5, windowMs: hourMs },
  day: { limit: 10, windowMs: dayMs },
} satisfies Record<string, AttemptLimit>
const pause: AttemptLimit = attemptLimits.emailPauseMs

/** After this many wrong codes for one address in a day, only links work: six digits can be guessed, a link's secret cannot. */
const wrongCodesADay: AttemptLimit = { limit: 20, windowMs: dayMs }

/** Counts every request of a reset by network, before anything is read. */
export async function requireResetCall(c: AppContext, call: 'ask' | 'set'): Promise<void> {
  await requireAttempt(c.get('db'), `reset-${call}:${hashToken(clientAddress(c))}`, attemptLimits.reset, c.get('now'))
}

/**
 * Decides whether an email may be sent to this address now. `pause`: one was sent just before. `limited`: there were too many.
 * Neither is an error for the visitor: emails sent before still work, and a stranger cannot lock the owner out.
 */
export async function takeResetEmail(c: AppContext, email: string, memberId: string): Promise<'send' | 'pause' | 'limited'> {
  const account = hashToken(email)
  const network = hashToken(`${clientAddress(c)} ${email}`)
  const isOwners = await isKnownDevice(c, memberId)
  const over = await takeAttempts(
    c.get('db'),
    [
      { key: `reset-letter-pause:${account}`, limit: pause },
      { key: `reset-letter-hour:${account}`, limit: emailLimits.hour },
      { key: `reset-letter-day:${account}`, limit: emailLimits.day },
      ...(isOwners
        ? []
        : [
            { key: `reset-network-hour:${network}`, limit: emailLimits.networkHour },
            { key: `reset-network-day:${network}`, limit: emailLimits.networkDay },
            { key: `reset-strangers-hour:${account}`, limit: emailLimits.strangersHour },
            { key: `reset-strangers-day:${account}`, limit: emailLimits.strangersDay },
          ]),
    ],
    c.get('now'),
  )
  if (over.length === 0) return 'send'
  if (over.every(({ limit }) => limit === pause)) return 'pause'
  noteSecurity(c, { kind: 'limit-reached', account: email, what: 'reset-letters' })
  return 'limited'
}

/** Counts a code as a wrong one of the day for its address, before it is compared. Addresses without an account count too. */
export async function countAccountCode(c: AppContext, email: string): Promise<CodeAttempt> {
  return takeCodeAttempt(c, {
    key: `reset-codes:${hashToken(email)}`,
    limit: wrongCodesADay,
    what: 'reset-codes',
    account: email,
    refusal: new AppError('Too many wrong codes for one address today', { status: 429, code: 'codes-spent' }),
  })
}
