import { sql, type SQL } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import {
  bannedAddresses,
  consents,
  contactMessages,
  counters,
  emailChanges,
  failedEmails,
  knownDevices,
  oneTimeCodes,
  orders,
  passes,
  passkeyChallenges,
  pastRestrictions,
  paymentDifferences,
  profileViews,
  refreshTokens,
  registrations,
  reports,
  restrictions,
  securityEvents,
  sessions,
  verifications,
  visits,
} from '#db/schema.ts'
import { registrationLifetimeMs, deviceCookieMs } from '#features/auth/contract.ts'
import { failedEmailKeptMs } from '#features/mail/contract.ts'
import { visitLifetimeMs } from '#features/visits/contract.ts'
import { runJobs, type Job, type Outcome } from './cron.ts'
import type { Env } from '#server/env.ts'
import { addYears } from './years.ts'

const dayMs = 24 * 60 * 60 * 1000
/** For this long an expired code still opens its page, so that another can be requested. */
const codeLeftoverMs = dayMs
/** For this long, reuse of a superseded refresh token ends its session; afterwards the token is unknown and worthless. */
const supersededTokenMs = dayMs

/** A boost is compared with the 14 days before it, and counted within a day of its end. */
const profileViewsKeptMs = 15 * dayMs

/**
 * For how many years these are kept: a decided report with its evidence, a restriction that has ended, the consents of an account
 * that has ended, and, by tax law from the end of its year, an order with its receipt.
 */
export const retentionYears = { report: 1, restriction: 3, consent: 3, order: 10 } as const

/** Maximum number of rows that one statement deletes. */
export const portionSize = 1000
/** D1 is single-threaded: a job uses at most this much of it per run and continues in the next. */
export const budgetMs = 50
/** Locally a short statement reports 0 ms, so the number of batches also ends a run. */
const mostPortions = 20

type Expiry = { name: string; statement: SQL }

/**
 * One statement per table, which deletes a batch of expired rows, found with a dedicated index. Nothing here may scan: the cron
 * runs every five minutes, and if nothing has expired it reads almost nothing.
 */
export function expiryStatements(now: number): Expiry[] {
  return [
    portion('registrations', sql`${registrations}`, sql`expires_at < ${now}`),
    // The proof of a consent outlives an account, but not an abandoned sign-up: both began at the same moment.
    portion(
      'consents',
      sql`${consents}`,
      sql`subject_kind = 'registration' and given_at < ${now - registrationLifetimeMs}
        and not exists (select 1 from ${registrations} r where r.id = subject_id)`,
    ),
    portion('sessions', sql`${sessions}`, sql`expires_at < ${now}`),
    portion('refresh-tokens', sql`${refreshTokens}`, sql`superseded_at < ${now - supersededTokenMs}`),
    portion('one-time-codes', sql`${oneTimeCodes}`, sql`expires_at < ${now - codeLeftoverMs}`),
    portion('passkey-challenges', sql`${passkeyChallenges}`, sql`expires_at < ${now}`),
    portion('verifications', sql`${verifications}`, sql`state = 'drawn' and expires_at < ${now}`),
    portion('email-changes', sql`${emailChanges}`, sql`undo_until < ${now}`),
    portion('known-devices', sql`${knownDevices}`, sql`last_seen_at < ${now - deviceCookieMs}`),
    portion('profile-views', sql`${profileViews}`, sql`at < ${now - profileViewsKeptMs}`),
    portion('counters', sql`${counters}`, sql`expires_at < ${now}`),
    portion('security-events', sql`${securityEvents}`, sql`expires_at < ${now}`),
    portion('contact-messages', sql`${contactMessages}`, sql`expires_at < ${now}`),
    portion('failed-emails', sql`${failedEmails}`, sql`failed_at < ${now - failedEmailKeptMs}`),
    portion('passes', sql`${passes}`, sql`expires_at < ${now}`),
    portion('visits', sql`${visits}`, sql`last_at < ${now - visitLifetimeMs}`),
    portion('reports', sql`${reports}`, sql`decided_at < ${addYears(now, -retentionYears.report)}`),
    portion('restrictions', sql`${restrictions}`, sql`lifted_at < ${addYears(now, -retentionYears.restriction)}`),
    portion('past-restrictions', sql`${pastRestrictions}`, sql`ended_at < ${addYears(now, -retentionYears.restriction)}`),
    portion('ended-consents', sql`${consents}`, sql`ended_at < ${addYears(now, -retentionYears.consent)}`),
    portion('banned-addresses', sql`${bannedAddresses}`, sql`ends_at < ${now}`),
    // Their lines, payments and refunds go with them; a difference was found after its order was placed.
    portion('orders', sql`${orders}`, sql`placed_at < ${startOfYear(now, retentionYears.order)}`),
    portion('payment-differences', sql`${paymentDifferences}`, sql`found_at < ${startOfYear(now, retentionYears.order)}`),
  ]
}

/** The first moment, in UTC, of the year that is so many years before this one. */
const startOfYear = (now: number, years: number): number => Date.UTC(new Date(now).getUTCFullYear() - years, 0)

function portion(name: string, table: SQL, isDue: SQL): Expiry {
  const limit = sql.raw(String(portionSize))
  return { name, statement: sql`delete from ${table} where rowid in (select rowid from ${table} where ${isDue} limit ${limit})` }
}

/** Cron: deletes everything that has expired (docs/data.md, 'retention'), one job per table. */
export function sweepJobs(env: Pick<Env, 'DB'>, now: number): Job[] {
  return expiryStatements(now).map(({ name, statement }) => ({
    name: `sweep-${name}`,
    run: () => deletePortions(env, statement),
  }))
}

async function deletePortions(env: Pick<Env, 'DB'>, statement: SQL) {
  const db = openDatabase(env.DB)
  const done = { rows: 0, portions: 0, rowsRead: 0, d1Ms: 0, isMore: false }
  let longestMs = 0
  do {
    const { meta } = await db.run(statement)
    done.portions += 1
    done.rows += meta.changes
    done.rowsRead += meta.rows_read
    done.d1Ms += meta.duration
    done.isMore = meta.changes >= portionSize
    longestMs = Math.max(longestMs, meta.duration)
    // Assumes that the next batch takes as long as the longest so far.
  } while (done.isMore && done.portions < mostPortions && done.d1Ms + longestMs <= budgetMs)
  return done
}

/** Runs all jobs, one after another. Safe to run at any time and repeatedly. */
export function sweep(env: Pick<Env, 'DB'>, now: number): Promise<Outcome[]> {
  return runJobs(sweepJobs(env, now))
}
