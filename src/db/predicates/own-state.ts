import { sql, type SQL } from 'drizzle-orm'
import { restrictions, type members } from '../schema.ts'

/**
 * True while a member is restricted and others do not see it yet (`restrictions.hides_at`, docs/restrictions.md). `memberId` is
 * SQL of an id.
 */
export function isHidingSql(memberId: SQL): SQL {
  return sql`exists (select 1 from ${restrictions} where member_id = ${memberId} and lifted_at is null and hides_at is not null)`
}

/**
 * The state by which a member may act, and which operators see: `restricted` from the statement of reasons on. A deleted account
 * is deleted, whatever else is true of it. What others see depends on `members.state`. `table`: `members`, or its alias.
 */
export const ownStateSql = (table = 'members') => {
  const member = sql.raw(table)
  return sql<MemberState>`iif(${member}.state <> 'deleted' and ${isHidingSql(sql`${member}.id`)}, 'restricted', ${member}.state)`
}

/**
 * The condition that a member is in one of these states; false from a statement of reasons on. For statements that write for a
 * member or send something to them. `table`: `members`, or its alias.
 */
export function isInOwnStateSql(states: readonly ActiveState[], table = 'members'): SQL {
  const member = sql.raw(table)
  const listed = sql.join(
    states.map((state) => sql`${state}`),
    sql`, `,
  )
  return sql`(${member}.state in (${listed}) and not ${isHidingSql(sql`${member}.id`)})`
}

/** The states of an account that is neither restricted nor deleted. */
export const activeStates = ['incomplete', 'complete', 'paused'] as const

type MemberState = (typeof members.$inferSelect)['state']
type ActiveState = (typeof activeStates)[number]
