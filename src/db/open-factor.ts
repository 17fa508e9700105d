import { sql, type SQL } from 'drizzle-orm'
import { counters, secondFactors, sessions } from './schema.ts'

/** How long a second factor is valid in its session: in total, and without a request of the operators' pages. */
export const factorLimits = { longestMs: 12 * 60 * 60_000, idleMs: 30 * 60_000 } as const

/** Key of the row of `counters` whose expiry is the idle end. */
export const factorIdleKey = (sid: string) => `ops-idle:${sid}`

/**
 * SQL: the second factor counts in this session. It was given here within twelve hours and the pages were not locked
 * since. The last request was within half an hour, and the factor is accepted. It does not prove the session itself.
 */
export function hasFactorSql({ sub, sid }: { sub: string; sid: string }, now: number): SQL<0 | 1> {
  return sql<0 | 1>`(
    exists (select 1 from ${sessions} where id = ${sid} and subject_id = ${sub} and factor_at > ${now - factorLimits.longestMs})
    and exists (select 1 from ${counters} where key = ${factorIdleKey(sid)} and expires_at > ${now})
    and exists (select 1 from ${secondFactors} where member_id = ${sub} and accepted_at is not null))`
}
