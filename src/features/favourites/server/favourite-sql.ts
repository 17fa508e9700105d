import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isInOwnStateSql } from '#db/predicates/own-state.ts'
import { favourites, members, pairs, profiles } from '#db/schema.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'

/** For a page's batch: a row if the other is one of `ownerId`'s favourites. */
export function isFavouriteStatement(db: Database, ownerId: string, otherId: string) {
  return db
    .select({ favouriteId: favourites.memberId })
    .from(favourites)
    .where(and(eq(favourites.ownerId, ownerId), eq(favourites.memberId, otherId)))
}

const mostFavouritedBy = 200

/**
 * The members who are matched with this member and have them as a favourite, with the match's conversation. They may be notified
 * that the member is online. Empty if the member hides that or is hidden. At most 200, the newest favourites first.
 */
export function listFavouritedBy(db: Database, memberId: string): Promise<{ ownerId: string; conversation: string }[]> {
  const other = sql<string>`case when ${pairs.lowId} = ${memberId} then ${pairs.highId} else ${pairs.lowId} end`
  return db.all(sql`
    select ${favourites.ownerId} as ownerId, ${pairs.conversationId} as conversation
    from ${pairs}
    join ${favourites} on ${favourites.ownerId} = ${other} and ${favourites.memberId} = ${memberId}
    join ${members} on ${members.id} = ${favourites.ownerId} and ${isInOwnStateSql(['complete'])}
    join ${profiles} on ${profiles.memberId} = ${memberId} and ${profiles.discoverable} = 1 and ${profiles.showsOnline} = 1
    where (${pairs.lowId} = ${memberId} or ${pairs.highId} = ${memberId}) and ${pairs.unmatchedAt} is null
      and ${notBlockedSql(sql`${favourites.ownerId}`, sql`${memberId}`)}
    order by ${favourites.createdAt} desc, ${favourites.ownerId} desc
    limit ${sql.raw(String(mostFavouritedBy))}`)
}
