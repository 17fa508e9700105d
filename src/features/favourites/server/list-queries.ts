import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/database.ts'
import { favourites, members, profiles } from '#db/schema.ts'
import { isBehindSql, type TimeCursor } from '#db/time-cursor.ts'
import { relationshipColumns } from '#features/likes/server/public.ts'
import { favouritesPageSize } from '../contract.ts'
import { isSeenSql } from './queries.ts'
import { likesSql } from '#db/predicates/likes.ts'
import { portraitSql } from '#db/predicates/photos.ts'

const own = alias(profiles, 'own')

/** One page, newest first, with one extra row if there is a next page. */
export function favouritesStatement(db: Database, ownerId: string, cursor: TimeCursor | null) {
  // Every column has a unique name, because D1 merges columns of the same name in a batch.
  return db
    .select({
      id: favourites.memberId,
      firstName: members.firstName,
      birthDate: profiles.birthDate,
      avatar: portraitSql().as('portrait'),
      intent: profiles.intent,
      interests: profiles.interests,
      ownInterests: sql<string[] | null>`${own.interests}`.mapWith(profiles.interests).as('own_interests'),
      visibility: profiles.visibility,
      showsOnline: profiles.showsOnline,
      activeAt: profiles.activeAt,
      verified: profiles.verified,
      note: favourites.note,
      at: favourites.createdAt,
      ...relationshipColumns(ownerId, favourites.memberId),
      likesMe: likesSql(favourites.memberId, ownerId).as('likes_me'),
    })
    .from(favourites)
    .innerJoin(members, eq(members.id, favourites.memberId))
    .innerJoin(profiles, eq(profiles.memberId, favourites.memberId))
    .leftJoin(own, eq(own.memberId, ownerId))
    .where(and(eq(favourites.ownerId, ownerId), isSeenSql, isBehindSql(favourites.createdAt, favourites.memberId, cursor)))
    .orderBy(desc(favourites.createdAt), desc(favourites.memberId))
    .limit(favouritesPageSize + 1)
}

export type FavouriteRow = Awaited<ReturnType<typeof favouritesStatement>>[number]

/** How many favourites are visible now. */
export function favouritesTotalStatement(db: Database, ownerId: string) {
  return db
    .select({ total: sql<number>`count(*)`.as('total') })
    .from(favourites)
    .where(and(eq(favourites.ownerId, ownerId), isSeenSql))
}
