import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, pairs, profiles } from '#db/schema.ts'
import { notBlockedSql } from '#features/blocks/server/public.ts'
import { portraitSql } from '#features/photos/server/public.ts'

/** Conversations of one page; who has more finds the older ones by their address. */
const mostPartners = 200

const columns = {
  conversation: pairs.conversationId,
  memberId: members.id,
  firstName: members.firstName,
  avatar: portraitSql().as('portrait'),
  matchedAt: pairs.matchedAt,
}

/** Everyone that `sub` can write to, newest match first. Matches stay with someone who paused. */
export function partnersStatement(db: Database, sub: string) {
  return partnersOf(db, sub).orderBy(desc(pairs.matchedAt)).limit(mostPartners)
}

/** The partner of one conversation; no row when it is not one of `sub`'s. */
export function partnerStatement(db: Database, sub: string, conversation: string) {
  return partnersOf(db, sub, conversation).limit(1)
}

function partnersOf(db: Database, sub: string, conversation?: string) {
  const other = sql<string>`case when ${pairs.lowId} = ${sub} then ${pairs.highId} else ${pairs.lowId} end`
  return db
    .select(columns)
    .from(pairs)
    .innerJoin(members, eq(members.id, other))
    .leftJoin(profiles, eq(profiles.memberId, members.id))
    .where(
      and(
        conversation === undefined ? undefined : eq(pairs.conversationId, conversation),
        or(eq(pairs.lowId, sub), eq(pairs.highId, sub)),
        isNull(pairs.unmatchedAt),
        inArray(members.state, ['complete', 'paused']),
        notBlockedSql(sql`${pairs.lowId}`, sql`${pairs.highId}`),
      ),
    )
}
