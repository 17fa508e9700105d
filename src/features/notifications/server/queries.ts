import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { ownStateSql } from '#db/predicates/own-state.ts'
import { members, profiles } from '#db/schema.ts'
import { inWidth, type PortraitOf } from '#shared/photo.ts'
import type { Person } from './notification-text.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import { portraitSql } from '#db/predicates/photos.ts'

/** Facts for writing to a member: address, language, time zone, and the state of the account. */
export type Reader = Pick<typeof members.$inferSelect, 'email' | 'firstName' | 'locale' | 'timeZone' | 'state'>

/** For a page's batch. */
export function readerStatement(db: Database, memberId: string) {
  const { email, firstName, locale, timeZone } = members
  const state = ownStateSql().as('own_state')
  return db.select({ email, firstName, locale, timeZone, state }).from(members).where(eq(members.id, memberId))
}

export async function findReader(db: Database, memberId: string): Promise<Reader | null> {
  const [row] = await readerStatement(db, memberId)
  return row ?? null
}

/** `isAway`: restricted, or has left. `isShown`: also visible to the reader by their profile, and no block is between them. */
export type Availability = { id: string; isAway: boolean; isShown: boolean }

/** Returns the availability of those of these people whose accounts exist. */
export async function listAvailability(db: Database, readerId: string, ids: readonly string[]): Promise<Availability[]> {
  if (ids.length === 0) return []
  const isAway = notInArray(members.state, ['complete', 'paused'])
  const isShown = sql`not (${isAway}) and ${profiles.discoverable} = 1 and ${notBlockedSql(sql`${readerId}`, sql`${members.id}`)}`
  const rows = await db
    .select({ id: members.id, isAway: sql<number>`${isAway}`.as('is_away'), isShown: sql<number>`${isShown}`.as('is_shown') })
    .from(members)
    .leftJoin(profiles, eq(profiles.memberId, members.id))
    .where(inArray(members.id, sql`(select value from json_each(${JSON.stringify(ids)}))`))
  return rows.map((row) => ({ id: row.id, isAway: row.isAway === 1, isShown: row.isShown === 1 }))
}

/** Returns the people of notifications as their reader may see them, without those who have left or are behind a block. */
export async function findPeople(
  db: Database,
  reader: { id: string; portraitOf: PortraitOf },
  ids: readonly string[],
): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: members.id,
      firstName: members.firstName,
      portrait: portraitSql().as('portrait'),
      discoverable: profiles.discoverable,
    })
    .from(members)
    .innerJoin(profiles, eq(profiles.memberId, members.id))
    .where(
      and(
        inArray(members.id, sql`(select value from json_each(${JSON.stringify(ids)}))`),
        inArray(members.state, ['complete', 'paused']),
        notBlockedSql(sql`${reader.id}`, sql`${members.id}`),
      ),
    )
  return new Map(
    rows.map(({ id, firstName, portrait, discoverable }) => {
      const address = reader.portraitOf(portrait)
      return [id, { firstName, icon: address && inWidth(address, 320), isHidden: !discoverable }]
    }),
  )
}
