import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, pairs } from '#db/schema.ts'
import { mostEnded, type EndedList } from '../contract.ts'
import { isOpenOf } from './queries.ts'

/**
 * For a page's batch: with whom the member had a match or an accepted request that is over, newest first. Nothing else is
 * asked about them, so who has blocked the member, unmatched, paused or left is the same row. Whoever they have reported
 * already is not in it.
 */
export function endedStatement(db: Database, sub: string) {
  const other = sql<string>`case when ${pairs.lowId} = ${sub} then ${pairs.highId} else ${pairs.lowId} end`
  return db
    .select({
      endedId: other.as('ended_id'),
      endedName: members.firstName,
      endedAt: sql<number>`${pairs.unmatchedAt}`.as('ended_at'),
    })
    .from(pairs)
    .innerJoin(members, eq(members.id, other))
    .where(
      sql`(${pairs.lowId} = ${sub} or ${pairs.highId} = ${sub}) and ${pairs.unmatchedAt} is not null
        and not exists (select 1 from reports where ${isOpenOf({ sub, other })})`,
    )
    .orderBy(desc(pairs.unmatchedAt), other)
    .limit(mostEnded)
}

/** `chosenId`: whom the address names. */
export function toEndedList(rows: Awaited<ReturnType<typeof endedStatement>>, chosenId: string | null): EndedList {
  const people = rows.map(({ endedId: id, endedName: firstName, endedAt }) => ({ id, firstName, endedAt }))
  return { people, chosen: people.find(({ id }) => id === chosenId) ?? null }
}
