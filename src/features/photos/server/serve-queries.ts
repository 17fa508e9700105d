import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { canMeetSql } from '#db/predicates/can-meet.ts'
import { areOpsPagesOpenSql } from '#db/predicates/ops-pages-open.ts'
import { activeStates, isInOwnStateSql } from '#db/predicates/own-state.ts'
import { portraitSql } from '#db/predicates/photos.ts'
import { isPublicSql } from '#db/predicates/public-profile.ts'
import { members, photos } from '#db/schema.ts'
import { liveSession } from '#server/auth/live-session.ts'
import { photoPortrait } from '#shared/photo.ts'
import type { Grant } from './token.ts'

type Holder = { session: { sub: string; sid: string }; grant: Grant; photoKeys: readonly string[] }

/**
 * Lists which of these photos may be sent to the holder of their URLs, in a live session. Members get their own photos in any
 * state. They get approved photos of people whom they can meet, by profile or active conversation. Moderators past the second
 * factor get any photo with a URL made for deciding. Restricted members get none.
 */
export async function listServable(db: Database, { session, grant, photoKeys }: Holder, now: number): Promise<string[]> {
  const viewer = sql`${session.sub}`
  const isAround = sql`exists (select 1 from ${members} v where v.id = ${viewer} and ${isInOwnStateSql(activeStates, 'v')})`
  const isReviewer = sql`${isAround} and exists (select 1 from ${members} v where v.id = ${viewer} and v.role <> 'member') and ${areOpsPagesOpenSql(session, now)}`
  const isShown = sql`${isAround} and ph.state = 'approved' and ${canMeetSql(session.sub, sql`ph.member_id`)}`
  // The cross join keeps the order: with `in`, SQLite would go through all photos.
  const rows = await db.all<{ key: string }>(sql`
    select ph.key as key from json_each(${JSON.stringify(photoKeys)}) wanted cross join ${photos} ph
    where ph.key = wanted.value and exists ${liveSession(db, session, now)}
      and (ph.member_id = ${viewer} or (${grant === 'r' ? isReviewer : isShown}))`)
  return rows.map(({ key }) => key)
}

/**
 * Whether people without an account may get a photo: the main photo of a member who currently shows their profile to everyone.
 */
export async function isPublicPhoto(db: Database, photoKey: string): Promise<boolean> {
  const rows = await db.all<{ one: number }>(sql`
    select 1 as one from ${photos} ph join profiles on profiles.member_id = ph.member_id
    where ph.key = ${photoKey} and ph.state = 'approved' and ${isPublicSql(sql`ph.member_id`)}
      and ${portraitSql()} = ${photoPortrait + photoKey}`)
  return rows.length > 0
}
