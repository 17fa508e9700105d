import { sql, type SQL } from 'drizzle-orm'
import { counters, secondFactors, sessions } from '../schema.ts'

/** How long the operators' pages stay open after a second factor: in total, and without a request of theirs. */
export const opsPagesLimits = { longestMs: 12 * 60 * 60_000, idleMs: 30 * 60_000 } as const

/** Key of the row of `counters` whose expiry is the idle end. */
export const opsIdleKey = (sid: string) => `ops-idle:${sid}`

/**
 * SQL: the operators' pages are open in this session. The second factor was given here within twelve hours, and the pages were
 * not locked since. The last request was within half an hour, and the factor is accepted. It does not prove the session itself.
 */
export function areOpsPagesOpenSql({ sub, sid }: { sub: string; sid: string }, now: number): SQL<0 | 1> {
  return sql<0 | 1>`(
    exists (select 1 from ${sessions} where id = ${sid} and subject_id = ${sub} and factor_at > ${now - opsPagesLimits.longestMs})
    and exists (select 1 from ${counters} where key = ${opsIdleKey(sid)} and expires_at > ${now})
    and exists (select 1 from ${secondFactors} where member_id = ${sub} and accepted_at is not null))`
}
