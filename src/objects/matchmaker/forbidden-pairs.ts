import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { isInOwnStateSql } from '#db/predicates/own-state.ts'
import { members, pairs } from '#db/schema.ts'
import { mayMeetAsStrangersSql } from '#db/predicates/not-blocked.ts'
import { isPausedFromEncountersSql } from '#db/predicates/paused-from-encounters.ts'

export type MemberPair = readonly [string, string]

/**
 * Finds the pairs who must not meet: one has blocked the other or reported an encounter with them, they have been a match, or one
 * of them may not meet anyone now. One query for a whole round.
 */
export function findForbiddenPairs(binding: D1Database, all: readonly MemberPair[]): Promise<MemberPair[]> {
  const [one, other] = [sql`json_extract(value, '$[0]')`, sql`json_extract(value, '$[1]')`]
  const mayMeet = sql`(
    select count(*) from ${members} where id in (${one}, ${other}) and ${isInOwnStateSql(['complete'])}
      and not ${isPausedFromEncountersSql(sql`${members}.id`)}) = 2`
  const haveMatched = sql`exists (
    select 1 from ${pairs} where low_id = min(${one}, ${other}) and high_id = max(${one}, ${other}))`
  return openDatabase(binding)
    .all<{ one: string; other: string }>(
      sql`select ${one} as one, ${other} as other from json_each(${JSON.stringify(all)})
        where not ${mayMeet} or ${haveMatched} or not (${mayMeetAsStrangersSql(one, other)})`,
    )
    .then((rows) => rows.map((row) => [row.one, row.other]))
}
