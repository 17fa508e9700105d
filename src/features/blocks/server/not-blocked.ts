import { sql, type SQL } from 'drizzle-orm'
import { blocks } from '#db/schema.ts'

/**
 * The one predicate about blocks: true when neither of the two has blocked the other. Every list, read and delivery that
 * joins two people uses it and has no copy. `viewerSql` and `otherSql` are SQL of member ids.
 */
export function notBlockedSql(viewerSql: SQL, otherSql: SQL): SQL {
  return sql`not exists (select 1 from ${blocks} where blocker_id = ${viewerSql} and blocked_id = ${otherSql})
    and not exists (select 1 from ${blocks} where blocker_id = ${otherSql} and blocked_id = ${viewerSql})`
}
