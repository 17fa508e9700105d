import { sql, type SQL } from 'drizzle-orm'
import { blocks, keptApart } from '../schema.ts'

/**
 * The one predicate about blocks: true if neither of the two has blocked the other. Every list, read and delivery that joins two
 * people who may know each other uses it and has no copy. `viewerSql` and `otherSql` are SQL of member ids.
 */
export function notBlockedSql(viewerSql: SQL, otherSql: SQL): SQL {
  return sql`not exists (select 1 from ${blocks} where blocker_id = ${viewerSql} and blocked_id = ${otherSql} and met_in is null)
    and not exists (select 1 from ${blocks} where blocker_id = ${otherSql} and blocked_id = ${viewerSql} and met_in is null)`
}

/**
 * True if two strangers may be paired, or become a match by a reveal: neither has blocked the other, or reported an encounter of
 * theirs. Use it only for these two cases: anywhere else it would show who a stranger was.
 */
export function mayMeetAsStrangersSql(one: SQL, other: SQL): SQL {
  return sql`not exists (select 1 from ${keptApart} where low_id = min(${one}, ${other}) and high_id = max(${one}, ${other}))
    and not exists (select 1 from ${blocks} where blocker_id = ${one} and blocked_id = ${other})
    and not exists (select 1 from ${blocks} where blocker_id = ${other} and blocked_id = ${one})`
}
