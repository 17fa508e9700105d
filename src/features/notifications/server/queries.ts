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

/** Lists those of these ids who are restricted or have left. */
export async function listAway(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        inArray(members.id, sql`(select value from json_each(${JSON.stringify(ids)}))`),
        notInArray(members.state, ['complete', 'paused']),
      ),
    )
  return rows.map(({ id }) => id)
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
