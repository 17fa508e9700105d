import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, pairs } from '#db/schema.ts'
import { mostEnded, type EndedList } from '../contract.ts'
import { isOpenOf } from './queries.ts'

/**
 * For a page's batch: people with whom the member had a match or an accepted request that has ended, newest first. The row is the
 * same whether they blocked, unmatched, paused or left, because the query reads nothing else about them. People whom the member
 * has already reported are excluded.
 */
export function endedStatement(db: Database, viewerId: string) {
  const other = sql<string>`case when ${pairs.lowId} = ${viewerId} then ${pairs.highId} else ${pairs.lowId} end`
  return db
    .select({
      endedId: other.as('ended_id'),
      endedName: members.firstName,
      endedAt: sql<number>`${pairs.unmatchedAt}`.as('ended_at'),
    })
    .from(pairs)
    .innerJoin(members, eq(members.id, other))
    .where(
      sql`(${pairs.lowId} = ${viewerId} or ${pairs.highId} = ${viewerId}) and ${pairs.unmatchedAt} is not null
        and not exists (select 1 from reports where ${isOpenOf({ reporterId: viewerId, other })})`,
    )
    .orderBy(desc(pairs.unmatchedAt), other)
    .limit(mostEnded)
}

/** `chosenId`: the person named in the URL. */
export function toEndedList(rows: Awaited<ReturnType<typeof endedStatement>>, chosenId: string | null): EndedList {
  const people = rows.map(({ endedId: id, endedName: firstName, endedAt }) => ({ id, firstName, endedAt }))
  return { people, chosen: people.find(({ id }) => id === chosenId) ?? null }
}
