import { sql, type SQL } from 'drizzle-orm'
import { members } from '../schema.ts'

/** SQL: the member has premium. */
export const hasPremiumSql = (memberId: string | SQL, now: number): SQL<number> =>
  sql<number>`exists (select 1 from ${members} where id = ${memberId} and premium_until > ${now})`
