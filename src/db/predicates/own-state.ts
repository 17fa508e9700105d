import { sql, type SQL } from 'drizzle-orm'
import { deletions, restrictions, type members } from '../schema.ts'

/**
 * True from the deletion of an account until its restore or purge, also while others still see it. `memberId` is SQL of an id. A
 * column needs its table's name there: without it, it is the one of `deletions`, and the condition true of everybody.
 */
export function isDeletedSql(memberId: SQL): SQL {
  return sql`exists (select 1 from ${deletions} where member_id = ${memberId})`
}

const isRestrictionHidingSql = (memberId: SQL): SQL =>
  sql`exists (select 1 from ${restrictions} where member_id = ${memberId} and lifted_at is null and hides_at is not null)`

/**
 * True while a member is restricted or deleted and others do not see it yet (`hides_at` of both tables, docs/restrictions.md).
 * `memberId` is SQL of an id.
 */
export function isHidingSql(memberId: SQL): SQL {
  return sql`(${isRestrictionHidingSql(memberId)} or ${isDeletedSql(memberId)})`
}

/**
 * The state by which a member may act, and which operators see: `restricted` from the statement of reasons on, `deleted` from the
 * deletion on, whatever else is true of the account. What others see depends on `members.state`. `table`: `members`, or its alias.
 */
export const ownStateSql = (table = 'members') => {
  const member = sql.raw(table)
  const id = sql`${member}.id`
  return sql<MemberState>`case when ${member}.state = 'deleted' or ${isDeletedSql(id)} then 'deleted'
    when ${isRestrictionHidingSql(id)} then 'restricted' else ${member}.state end`
}

/**
 * The condition that a member is in one of these states; false from a statement of reasons or a deletion on. For statements that write for a
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
export type ActiveState = (typeof activeStates)[number]
