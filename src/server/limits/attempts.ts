import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { counters } from '#db/schema.ts'
import { tooMany } from '#shared/errors.ts'
import type { AppContext } from '../context.ts'
import { noteSecurity } from '../security-events.ts'

/** A maximum per window; a window starts with its first attempt. */
export type AttemptLimit = { limit: number; windowMs: number }

const minuteMs = 60_000

export const attemptLimits = {
  /** Per network address and email address. */
  signIn: { limit: 10, windowMs: 15 * minuteMs },
  /** Per email address, from all browsers unknown to its account; the same for an address without an account. */
  signInAccount: { limit: 10, windowMs: 15 * minuteMs },
  /** Attempts per account from a browser known to it; strangers cannot use these up. */
  signInDevice: { limit: 10, windowMs: 15 * minuteMs },
  /** Emails to a member whose account is being guessed at. */
  signInEmail: { limit: 1, windowMs: 24 * 60 * minuteMs },
  /** Refused sign-ins per network address, across accounts: one password tried on many people. */
  refusedSignIns: { limit: 200, windowMs: 15 * minuteMs },
  /** Challenges for passkeys per network address; each is a row for some minutes. */
  passkeyChallenges: { limit: 600, windowMs: 15 * minuteMs },
  /** The same for passkeys that one member adds. */
  newPasskeys: { limit: 30, windowMs: 60 * minuteMs },
  /** Per network address; generous, because many people may share one. */
  signUp: { limit: 100, windowMs: 60 * minuteMs },
  /** Emails to one address. */
  emails: { limit: 5, windowMs: 60 * minuteMs },
  /** Emails of one kind to one address: at least a minute apart. */
  emailPauseMs: { limit: 1, windowMs: minuteMs },
  /** Requests for a reset, per network address. */
  reset: { limit: 100, windowMs: 60 * minuteMs },
  /** Wrong codes per network address, across emails: one code tried on many people. */
  refusedCodes: { limit: 30, windowMs: 60 * minuteMs },
  /** Passwords tried in one session to confirm its owner. */
  confirm: { limit: 10, windowMs: 15 * minuteMs },
  /** Changes of a member's time zone, which move the start of their day: without a limit, a day could be prolonged forever. */
  timeZone: { limit: 2, windowMs: 7 * 24 * 60 * minuteMs },
  /** Devices that a member subscribes to push messages. */
  push: { limit: 20, windowMs: 60 * minuteMs },
  /** Photos of one member, for the profile and for messages together. */
  uploads: { limit: 30, windowMs: 60 * minuteMs },
  /** Promo codes that a member types: short ones could be guessed. */
  promoCodes: { limit: 20, windowMs: 60 * minuteMs },
  /** Checkouts that a member opens; each calls the payment provider. */
  checkouts: { limit: 30, windowMs: 60 * minuteMs },
  /** Addresses that one of the staff looks up; each is in the audit log, found or not. */
  memberSearches: { limit: 60, windowMs: 60 * minuteMs },
  /** Messages of the contact form, per network address; several people may share one. */
  contactNetwork: { limit: 10, windowMs: 60 * minuteMs },
  /** The same per email address, or per member. */
  contactSender: { limit: 5, windowMs: 60 * minuteMs },
  /** The total from all guests, since a person reads each: protects against floods from many networks. */
  contactDay: { limit: 500, windowMs: 24 * 60 * minuteMs },
} as const satisfies Record<string, AttemptLimit>
export type LimitName = keyof typeof attemptLimits

/** A counted attempt: its number within its window (from 1), and when the window ends, in ms. */
export type Attempt = { key: string; count: number; expiresAt: number }

/** Counts one attempt. One atomic statement, so concurrent attempts are all counted. */
export async function countAttempt(db: Database, key: string, limit: AttemptLimit, now: number): Promise<Attempt> {
  const [row] = await countStatement(db, key, limit, now)
  return { key, count: row?.count ?? 1, expiresAt: row?.expiresAt ?? now + limit.windowMs }
}

/**
 * Counts one attempt and throws 429 when it exceeds the limit; call it before the work that it protects. The key contains no
 * address in plain text.
 */
export async function requireAttempt(db: Database, key: string, limit: AttemptLimit, now: number): Promise<void> {
  const { count, expiresAt } = await countAttempt(db, key, limit, now)
  if (count > limit.limit) throw tooMany('Too many attempts', expiresAt - now)
}

/**
 * Does the same by the name of a limit, for a request. The first attempt over the limit in each window is noted for the
 * operators. `account`: its address or id.
 */
export async function requireWithinLimit(c: AppContext, name: LimitName, key: string, account?: string): Promise<Attempt> {
  const [limit, now] = [attemptLimits[name], c.get('now')]
  const attempt = await countAttempt(c.get('db'), key, limit, now)
  if (attempt.count <= limit.limit) return attempt
  if (attempt.count === limit.limit + 1)
    noteSecurity(c, { kind: 'limit-reached', what: name, ...(account === undefined ? {} : { account }) })
  throw tooMany('Too many attempts', attempt.expiresAt - now)
}

/**
 * Counts one attempt under several keys at once and returns those whose limit it exceeds. If there are any, nothing is counted: a
 * refusal uses up no budget. One transaction, so concurrent attempts never pass together.
 */
export async function takeAttempts<Attempt extends { key: string; limit: AttemptLimit }>(
  db: Database,
  attempts: readonly [Attempt, ...Attempt[]],
  now: number,
): Promise<Attempt[]> {
  const [first, ...rest] = attempts
  const counted = await db.batch([
    countStatement(db, first.key, first.limit, now),
    ...rest.map(({ key, limit }) => countStatement(db, key, limit, now)),
  ])
  const over = attempts.filter(({ limit }, index) => (counted[index]?.[0]?.count ?? 0) > limit.limit)
  if (over.length > 0) await db.batch([returnStatement(db, first.key), ...rest.map(({ key }) => returnStatement(db, key))])
  return over
}

function countStatement(db: Database, key: string, { windowMs }: AttemptLimit, now: number) {
  const over = sql`${counters.expiresAt} <= ${now}`
  return db
    .insert(counters)
    .values({ key, count: 1, expiresAt: now + windowMs })
    .onConflictDoUpdate({
      target: counters.key,
      set: {
        count: sql`case when ${over} then 1 else ${counters.count} + 1 end`,
        expiresAt: sql`case when ${over} then ${now + windowMs} else ${counters.expiresAt} end`,
      },
    })
    .returning({ count: counters.count, expiresAt: counters.expiresAt })
}

/** Resets the count after a success. */
export async function forgetAttempts(db: Database, key: string): Promise<void> {
  await db.delete(counters).where(eq(counters.key, key))
}

/**
 * Takes back one attempt that the limit should not count. With `expiresAt`, the end of its window, it never takes one of a later
 * window.
 */
export async function returnAttempt(db: Database, key: string, expiresAt?: number): Promise<void> {
  await returnStatement(db, key, expiresAt)
}

function returnStatement(db: Database, key: string, expiresAt?: number) {
  return db
    .update(counters)
    .set({ count: sql`${counters.count} - 1` })
    .where(and(eq(counters.key, key), expiresAt === undefined ? undefined : eq(counters.expiresAt, expiresAt)))
}
