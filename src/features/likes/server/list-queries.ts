import { and, desc, eq, inArray, isNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/database.ts'
import { likes, members, pairs, profiles } from '#db/schema.ts'
import { isBehindSql, type TimeCursor } from '#db/time-cursor.ts'
import type { MatchName } from '#features/openings/server/public.ts'
import { likesPageSize, type LikeTab } from '#features/likes/contract.ts'
import { mostCounted } from '#shared/count.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import { portraitSql } from '#db/predicates/photos.ts'
import { hasPassedSql } from '#db/predicates/likes.ts'
import { pairTiesSql, tieJsonSql } from '#db/predicates/tie-json.ts'

const own = alias(profiles, 'own')

/** The other person of a pair, from `viewerId`'s point of view. */
const otherOf = (viewerId: string) =>
  sql<string>`case when ${pairs.lowId} = ${viewerId} then ${pairs.highId} else ${pairs.lowId} end`

/** Includes ended pairs: after a match has ended, its likes are not listed again. */
const hasPair = (one: SQL | SQLiteColumn, other: SQL | SQLiteColumn) =>
  sql`exists (select 1 from pairs where low_id = min(${one}, ${other}) and high_id = max(${one}, ${other}))`

function isReceived(viewerId: string, now: number): SQL | undefined {
  return and(
    eq(likes.toId, viewerId),
    isNull(likes.withdrawnAt),
    eq(profiles.discoverable, true),
    notBlockedSql(sql`${likes.fromId}`, sql`${viewerId}`),
    sql`not ${hasPair(likes.fromId, likes.toId)}`,
    sql`not ${hasPassedSql(viewerId, likes.fromId, now)}`,
  )
}

function isSent(viewerId: string): SQL | undefined {
  return and(
    eq(likes.fromId, viewerId),
    isNull(likes.withdrawnAt),
    eq(profiles.discoverable, true),
    notBlockedSql(sql`${likes.toId}`, sql`${viewerId}`),
    sql`not ${hasPair(likes.fromId, likes.toId)}`,
  )
}

/** Matches with paused members stay visible; those with deleted or restricted members are hidden. */
function isMatch(viewerId: string): SQL | undefined {
  return and(
    or(eq(pairs.lowId, viewerId), eq(pairs.highId, viewerId)),
    isNull(pairs.unmatchedAt),
    inArray(members.state, ['complete', 'paused']),
    notBlockedSql(sql`${pairs.lowId}`, sql`${pairs.highId}`),
  )
}

/** Every column has a unique name, because D1 merges columns of the same name in a batch. */
const person = {
  id: members.id,
  firstName: members.firstName,
  birthDate: profiles.birthDate,
  avatar: portraitSql().as('portrait'),
  intent: profiles.intent,
  interests: profiles.interests,
  ownInterests: sql<string[] | null>`${own.interests}`.mapWith(profiles.interests).as('own_interests'),
  languages: profiles.languages,
  ownLanguages: sql<string[] | null>`${own.languages}`.mapWith(profiles.languages).as('own_languages'),
  aboutLanguage: sql<string | null>`iif(${profiles.about} = '', null, ${profiles.aboutLanguage})`.as('written_in'),
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
  languages: string[]
  ownLanguages: string[] | null
  aboutLanguage: string | null
  visibility: Record<string, string>
  verified: boolean
  at: number
  conversationId: string | null
  /** As `readTie` takes it; null for a plain like. */
  tie: string | null
}

/** `owner`: the table with the liked member's profile. */
const tieSql = (owner: 'own' | 'profiles') =>
  sql<string | null>`case when ${likes.tieKind} is not null then ${tieJsonSql('likes', owner)} end`

/** One page of a list, newest first, with one extra row if there is a next page. */
export function listStatement(db: Database, tab: LikeTab, query: { viewerId: string; now: number; cursor: TimeCursor | null }) {
  const { viewerId, now, cursor } = query
  if (tab === 'matches') {
    return db
      .select({
        ...person,
        tie: sql<string | null>`null`.as('tie'),
        at: pairs.matchedAt,
        conversationId: sql<string | null>`${pairs.conversationId}`.as('conversation_id'),
      })
      .from(pairs)
      .innerJoin(members, eq(members.id, otherOf(viewerId)))
      .innerJoin(profiles, eq(profiles.memberId, members.id))
      .leftJoin(own, eq(own.memberId, viewerId))
      .where(and(isMatch(viewerId), isBehindSql(pairs.matchedAt, members.id, cursor)))
      .orderBy(desc(pairs.matchedAt), desc(members.id))
      .limit(likesPageSize + 1)
  }
  const otherId = tab === 'received' ? likes.fromId : likes.toId
  return db
    .select({
      ...person,
      tie: tieSql(tab === 'received' ? 'own' : 'profiles').as('tie'),
      at: likes.createdAt,
      conversationId: sql<string | null>`null`.as('conversation_id'),
    })
    .from(likes)
    .innerJoin(members, eq(members.id, otherId))
    .innerJoin(profiles, eq(profiles.memberId, otherId))
    .leftJoin(own, eq(own.memberId, viewerId))
    .where(and(tab === 'received' ? isReceived(viewerId, now) : isSent(viewerId), isBehindSql(likes.createdAt, otherId, cursor)))
    .orderBy(desc(likes.createdAt), desc(otherId))
    .limit(likesPageSize + 1)
}

/** The lengths of the three lists, up to `mostCounted`, under the same conditions as the lists. */
export function countsStatement(db: Database, viewerId: string, now: number) {
  const row = { value: sql`1`.as('one') }
  const counted = (rows: SQLWrapper) => sql<number>`(select count(*) from ${rows})`
  const received = counted(
    db
      .select(row)
      .from(likes)
      .innerJoin(profiles, eq(profiles.memberId, likes.fromId))
      .where(isReceived(viewerId, now))
      .limit(mostCounted),
  )
  const sent = counted(
    db.select(row).from(likes).innerJoin(profiles, eq(profiles.memberId, likes.toId)).where(isSent(viewerId)).limit(mostCounted),
  )
  const matches = counted(
    db
      .select(row)
      .from(pairs)
      .innerJoin(members, eq(members.id, otherOf(viewerId)))
      .where(isMatch(viewerId))
      .limit(mostCounted),
  )
  return db
    .select({
      received: received.as('received'),
      sent: sent.as('sent'),
      matches: matches.as('matches'),
    })
    .from(members)
    .where(eq(members.id, viewerId))
}

/** One match, for the page or the moment right after it was made; no row if there is no such match. */
export function matchStatement(db: Database, viewerId: string, match: MatchName) {
  const isTheMatch = 'other' in match ? eq(members.id, match.other) : eq(pairs.conversationId, match.conversation)
  return db
    .select({
      id: members.id,
      firstName: members.firstName,
      avatar: portraitSql().as('portrait'),
      conversationId: pairs.conversationId,
      matchedAt: pairs.matchedAt,
      ties: pairTiesSql(viewerId, members.id).as('pair_ties'),
    })
    .from(pairs)
    .innerJoin(members, eq(members.id, otherOf(viewerId)))
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .where(and(isMatch(viewerId), isTheMatch))
    .limit(1)
}
