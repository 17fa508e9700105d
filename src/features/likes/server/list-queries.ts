import { and, desc, eq, inArray, isNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/database.ts'
import { likes, members, pairs, profiles } from '#db/schema.ts'
import { isBehindSql, type TimeCursor } from '#db/time-cursor.ts'
import { notBlockedSql } from '#features/blocks/server/public.ts'
import { portraitSql } from '#features/photos/server/public.ts'
import { likesPageSize, type LikeTab } from '#features/likes/contract.ts'
import { mostCounted } from '#shared/count.ts'
import { hasPassedSql } from './relationship-sql.ts'

const own = alias(profiles, 'own')

/** The other person of a pair, seen from `sub`. */
const otherOf = (sub: string) => sql<string>`case when ${pairs.lowId} = ${sub} then ${pairs.highId} else ${pairs.lowId} end`

/** Includes ended pairs: the end of a match does not bring its likes back. */
const hasPair = (one: SQL | SQLiteColumn, other: SQL | SQLiteColumn) =>
  sql`exists (select 1 from pairs where low_id = min(${one}, ${other}) and high_id = max(${one}, ${other}))`

function isReceived(sub: string, now: number): SQL | undefined {
  return and(
    eq(likes.toId, sub),
    isNull(likes.withdrawnAt),
    eq(profiles.discoverable, true),
    notBlockedSql(sql`${likes.fromId}`, sql`${sub}`),
    sql`not ${hasPair(likes.fromId, likes.toId)}`,
    sql`not ${hasPassedSql(sub, likes.fromId, now)}`,
  )
}

function isSent(sub: string): SQL | undefined {
  return and(
    eq(likes.fromId, sub),
    isNull(likes.withdrawnAt),
    eq(profiles.discoverable, true),
    notBlockedSql(sql`${likes.toId}`, sql`${sub}`),
    sql`not ${hasPair(likes.fromId, likes.toId)}`,
  )
}

/** Matches with paused members stay; those with deleted or restricted members are hidden. */
function isMatch(sub: string): SQL | undefined {
  return and(
    or(eq(pairs.lowId, sub), eq(pairs.highId, sub)),
    isNull(pairs.unmatchedAt),
    inArray(members.state, ['complete', 'paused']),
    notBlockedSql(sql`${pairs.lowId}`, sql`${pairs.highId}`),
  )
}

/** Every column has a name of its own: D1 merges columns of the same name in a batch. */
const person = {
  id: members.id,
  firstName: members.firstName,
  birthDate: profiles.birthDate,
  avatar: portraitSql().as('portrait'),
  intent: profiles.intent,
  interests: profiles.interests,
  ownInterests: sql<string[] | null>`${own.interests}`.mapWith(profiles.interests).as('own_interests'),
  visibility: profiles.visibility,
  verified: profiles.verified,
}

export type LikeRow = {
  id: string
  firstName: string
  birthDate: string
  avatar: string | null
  intent: string | null
  interests: string[]
  ownInterests: string[] | null
  visibility: Record<string, string>
  verified: boolean
  at: number
  conversationId: string | null
}

/** One page of a list, newest first, with one extra row when there is a next page. */
export function listStatement(db: Database, tab: LikeTab, query: { sub: string; now: number; cursor: TimeCursor | null }) {
  const { sub, now, cursor } = query
  if (tab === 'matches') {
    return db
      .select({
        ...person,
        at: pairs.matchedAt,
        conversationId: sql<string | null>`${pairs.conversationId}`.as('conversation_id'),
      })
      .from(pairs)
      .innerJoin(members, eq(members.id, otherOf(sub)))
      .innerJoin(profiles, eq(profiles.memberId, members.id))
      .leftJoin(own, eq(own.memberId, sub))
      .where(and(isMatch(sub), isBehindSql(pairs.matchedAt, members.id, cursor)))
      .orderBy(desc(pairs.matchedAt), desc(members.id))
      .limit(likesPageSize + 1)
  }
  const otherId = tab === 'received' ? likes.fromId : likes.toId
  return db
    .select({ ...person, at: likes.createdAt, conversationId: sql<string | null>`null`.as('conversation_id') })
    .from(likes)
    .innerJoin(members, eq(members.id, otherId))
    .innerJoin(profiles, eq(profiles.memberId, otherId))
    .leftJoin(own, eq(own.memberId, sub))
    .where(and(tab === 'received' ? isReceived(sub, now) : isSent(sub), isBehindSql(likes.createdAt, otherId, cursor)))
    .orderBy(desc(likes.createdAt), desc(otherId))
    .limit(likesPageSize + 1)
}

/** The lengths of the three lists, up to `mostCounted`, under the same conditions as the lists themselves. */
export function countsStatement(db: Database, sub: string, now: number) {
  const row = { value: sql`1`.as('one') }
  const counted = (rows: SQLWrapper) => sql<number>`(select count(*) from ${rows})`
  const received = counted(
    db
      .select(row)
      .from(likes)
      .innerJoin(profiles, eq(profiles.memberId, likes.fromId))
      .where(isReceived(sub, now))
      .limit(mostCounted),
  )
  const sent = counted(
    db.select(row).from(likes).innerJoin(profiles, eq(profiles.memberId, likes.toId)).where(isSent(sub)).limit(mostCounted),
  )
  const matches = counted(
    db
      .select(row)
      .from(pairs)
      .innerJoin(members, eq(members.id, otherOf(sub)))
      .where(isMatch(sub))
      .limit(mostCounted),
  )
  return db
    .select({
      received: received.as('received'),
      sent: sent.as('sent'),
      matches: matches.as('matches'),
    })
    .from(members)
    .where(eq(members.id, sub))
}

/** The match with one member, for the page right after it was made; no row without such a match. */
export function matchStatement(db: Database, sub: string, otherId: string) {
  return db
    .select({
      id: members.id,
      firstName: members.firstName,
      avatar: portraitSql().as('portrait'),
      conversationId: pairs.conversationId,
    })
    .from(pairs)
    .innerJoin(members, eq(members.id, otherOf(sub)))
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .where(and(isMatch(sub), eq(members.id, otherId)))
    .limit(1)
}
