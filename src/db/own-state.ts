import { sql, type SQL } from 'drizzle-orm'
import { restrictions, type members } from './schema.ts'

/**
 * True while a member is restricted and others do not see it yet (`restrictions.hides_at`, docs/restrictions.md). `memberId` is
 * SQL of an id.
 */
export function isHidingSql(memberId: SQL): SQL {
  return sql`exists (select 1 from ${restrictions} where member_id = ${memberId} and lifted_at is null and hides_at is not null)`
}

/**
 * The state by which a member may act, and which operators see: `restricted` from the statement of reasons on. What others see
 * follows `members.state`. `table`: `members`, or its alias.
 */
export const ownStateSql = (table = 'members') => {
  const member = sql.raw(table)
  return sql<MemberState>`iif(${isHidingSql(sql`${member}.id`)}, 'restricted', ${member}.state)`
}

type MemberState = (typeof members.$inferSelect)['state']
