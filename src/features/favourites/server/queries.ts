import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { favourites } from '#db/schema.ts'
import { favouritesLimit } from '../contract.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import { isReachableSql } from '#db/predicates/visible.ts'

/** True for a row of `favourites` whose person is visible to its owner now; other rows stay hidden until the person returns. */
export const isSeenSql = sql`exists (select 1 from profiles where member_id = ${favourites.memberId} and discoverable = 1)
  and ${notBlockedSql(sql`${favourites.ownerId}`, sql`${favourites.memberId}`)}`

const countSeen = (ownerId: string) =>
  sql`(select count(*) from ${favourites} where ${favourites.ownerId} = ${ownerId} and ${isSeenSql})`

type Kept = { ownerId: string; memberId: string }
/** `kept`: the person is a favourite now. */
export type FavouriteState = { reachable: number; kept: number; firstName: string | null }

/**
 * One transaction. It writes the row and counts within the same statement, so that parallel calls cannot exceed the limit. Then
 * it removes the oldest hidden favourites, as many as exceed the limit.
 */
export async function addFavourite(db: Database, { ownerId, memberId, note, now }: Kept & { note: string; now: number }) {
  const [, , [state]] = await db.batch([
    db.all(sql`
      insert into ${favourites} (owner_id, member_id, note, created_at)
      select ${ownerId}, ${memberId}, ${note}, ${now}
      where ${isReachableSql(ownerId, memberId)} and ${countSeen(ownerId)} < ${favouritesLimit}
      on conflict do nothing`),
    db.all(sql`
      delete from ${favourites} where owner_id = ${ownerId} and member_id in (
        select member_id from ${favourites} where ${favourites.ownerId} = ${ownerId} and not (${isSeenSql})
        order by created_at, member_id
        limit max(0, (select count(*) from ${favourites} where owner_id = ${ownerId}) - ${favouritesLimit}))`),
    db.all<FavouriteState>(stateOf({ ownerId, memberId })),
  ])
  if (!state) throw new Error('A select without a table always has one row')
  return state
}

function stateOf({ ownerId, memberId }: Kept): SQL {
  return sql`
    select
      (${isReachableSql(ownerId, memberId)}) as reachable,
      exists (select 1 from ${favourites} where owner_id = ${ownerId} and member_id = ${memberId}) as kept,
      (select first_name from members where id = ${memberId}) as firstName`
}

/** Idempotent: also succeeds without a row. */
export async function removeFavourite(db: Database, { ownerId, memberId }: Kept): Promise<void> {
  await db.delete(favourites).where(and(eq(favourites.ownerId, ownerId), eq(favourites.memberId, memberId)))
}

/** False if the person is not a favourite or is hidden. */
export async function saveNote(db: Database, { ownerId, memberId, note }: Kept & { note: string }): Promise<boolean> {
  const saved = await db
    .update(favourites)
    .set({ note })
    .where(and(eq(favourites.ownerId, ownerId), eq(favourites.memberId, memberId), isSeenSql))
    .returning({ id: favourites.memberId })
  return saved.length > 0
}
