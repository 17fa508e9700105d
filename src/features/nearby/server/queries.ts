import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { likes, members, pairs, passes, profiles } from '#db/schema.ts'
import { notBlockedSql } from '#features/blocks/server/public.ts'
import { isFavouriteSql } from '#features/favourites/server/public.ts'
import { nearParentsSql, withinBoxSql } from '#features/location/server/public.ts'
import { hasPhotoSql, portraitSql } from '#features/photos/server/public.ts'
import { defaultVisibility, onlineMs } from '#features/profile/contract.ts'
import { dayNumber, genderMask, utcDay } from '#features/profile/server/public.ts'
import { windowSize, type NearbyView } from '../contract.ts'
import { reachOf } from '../rules.ts'

/** Where a row stands in the order of last activity. */
export type ActivityKey = { activeAt: number; id: string }

/** A stretch of people by last activity: those behind `from` (exclusive), down to `to` (inclusive). Null: no bound. */
export type Window = { from: ActivityKey | null; to: ActivityKey | null }

/** A row of the window, as SQLite gives it. */
export type CandidateRow = {
  id: string
  firstName: string
  birthDate: string
  /** `photo:<key>` or `style:seed`. */
  avatar: string | null
  intent: string | null
  /** JSON array. */
  interests: string
  /** JSON object. */
  visibility: string
  showsOnline: 0 | 1
  verified: 0 | 1
  isFavourite: 0 | 1
  completeness: number
  cellX: number | null
  cellY: number | null
  activeAt: number
  /** Packed answers (features/quiz/rules.ts). */
  quiz: string
}

type Candidates = { viewerId: string; view: NearbyView; window: Window; now: number }

/** What a card is made of: of the profile `p` and the member `m`. */
export function candidateColumns(viewerId: string): SQL {
  return sql`p.member_id as id, m.first_name as firstName, p.birth_date as birthDate, ${portraitSql('p')} as avatar, p.intent, p.interests,
      p.visibility, p.shows_online as showsOnline,
      p.verified, ${isFavouriteSql(sql`${viewerId}`, sql`p.member_id`)} as isFavourite, p.completeness, p.cell_x as cellX, p.cell_y as cellY, p.active_at as activeAt,
      p.quiz`
}

/** Whether the profile `q` is somebody whom `me` may meet in this view, wherever they live. */
export function mayMeetSql(view: NearbyView, now: number): SQL {
  return sql`q.discoverable = 1 and ${isMutual(utcDay(now))} and ${isUnsettled(now)} and ${passesFilters(view, now)}`
}

/** With consent to look at any distance, no place is asked about. */
export const looksEverywhere = (view: NearbyView) => view.wide && view.within === null

/**
 * The people of one window whom the viewer may meet, latest active first, at most `windowSize`: complete, of mutual
 * gender and age, not blocked either way, not liked, passed or matched, and within the filters. One statement that knows
 * no more than the viewer's id, so it joins the page's one batch. It walks the index `profiles_nearby`, which holds all
 * that is asked of a candidate, from the latest on through all parent cells at once, and stops at the window's size: rows
 * read follow the window, not the population.
 */
export function candidatesStatement(db: Database, { viewerId, view, window, now }: Candidates) {
  const fits = sql`${isInWindow(window)} and ${mayMeetSql(view, now)}`
  const newest = sql`order by q.active_at desc, q.member_id desc`
  const size = sql.raw(String(windowSize))
  const columns = sql`q.rowid, q.parent_x, q.parent_y, q.active_at, q.member_id`
  const isEverywhere = looksEverywhere(view)
  // A recursive query that is ordered is a queue: it starts with the newest of every parent, and each one that it takes out
  // is followed by the next of the same parent. So the parents are merged, and nobody behind the window's end is looked at.
  const found = isEverywhere
    ? sql`found(id) as materialized (select q.rowid from ${profiles} q, me where ${fits} ${newest} limit ${size})`
    : sql`${nearParentsSql(reachOf(view))},
    found(id, px, py, at, key) as (
      select ${columns} from near cross join ${profiles} q on q.rowid = (
        select q.rowid from ${profiles} q, me where q.parent_x = near.x and q.parent_y = near.y and ${fits} ${newest} limit 1)
      union all
      select ${columns} from found cross join ${profiles} q on q.rowid = (
        select q.rowid from ${profiles} q, me where q.parent_x = found.px and q.parent_y = found.py
          and q.active_at <= found.at and (q.active_at, q.member_id) < (found.at, found.key) and ${fits} ${newest} limit 1)
      order by 4 desc, 5 desc limit ${size})`
  return db.all<CandidateRow>(sql`
    with recursive me as materialized (select * from ${profiles} where member_id = ${viewerId}), ${found}
    select ${candidateColumns(viewerId)}
    from found cross join ${profiles} p on p.rowid = found.id cross join ${members} m on m.id = p.member_id
    order by p.active_at desc, p.member_id desc`)
}

function isInWindow({ from, to }: Window): SQL {
  const below = from
    ? sql`q.active_at <= ${from.activeAt} and (q.active_at, q.member_id) < (${from.activeAt}, ${from.id})`
    : sql`1`
  const above = to ? sql`q.active_at >= ${to.activeAt} and (q.active_at, q.member_id) >= (${to.activeAt}, ${to.id})` : sql`1`
  return sql`${below} and ${above}`
}

/** Each is of a gender and an age that the other looks for. */
function isMutual(today: string): SQL {
  const age = (alias: string) => ageSql(alias, today)
  return sql`q.member_id <> me.member_id
    and q.gender_mask & me.seeks_mask <> 0 and me.gender_mask & q.seeks_mask <> 0
    and ${age('q')} between me.seeks_age_min and me.seeks_age_max
    and ${age('me')} between q.seeks_age_min and q.seeks_age_max`
}

/** `ageOn` of the profile's rules, word for word. */
function ageSql(alias: string, today: string): SQL {
  return sql.raw(`(${dayNumber(today)} - cast(replace(${alias}.birth_date, '-', '') as integer)) / 10000`)
}

/** Nothing stands between the two yet, or stands in the way: no block, like, pass or match. */
function isUnsettled(now: number): SQL {
  return sql`${notBlockedSql(sql`me.member_id`, sql`q.member_id`)}
    and not exists (select 1 from ${likes} where from_id = me.member_id and to_id = q.member_id and withdrawn_at is null)
    and not exists (select 1 from ${passes} where from_id = me.member_id and to_id = q.member_id and expires_at > ${now})
    and not exists (select 1 from ${pairs}
      where low_id = min(me.member_id, q.member_id) and high_id = max(me.member_id, q.member_id))`
}

/** A filter finds nobody by what they hide: `visibleFields` of the profile's rules, for a stranger and the intent. */
const showsIntent = sql.raw(`coalesce(json_extract(q.visibility, '$.intent'), '${defaultVisibility.intent}') = 'everyone'`)

function passesFilters(view: NearbyView, now: number): SQL {
  const age = ageSql('q', utcDay(now))
  const conditions = [
    view.ageMin === null ? null : sql`${age} >= ${view.ageMin}`,
    view.ageMax === null ? null : sql`${age} <= ${view.ageMax}`,
    view.within === null ? null : withinBoxSql('q', view.within),
    view.genders.length === 0 ? null : sql`q.gender_mask & ${genderMask(view.genders)} <> 0`,
    view.intents.length === 0
      ? null
      : sql`q.intent in (select value from json_each(${JSON.stringify(view.intents)})) and ${showsIntent}`,
    view.online ? sql`q.shows_online = 1 and q.active_at >= ${now - onlineMs}` : null,
    view.verified ? sql`q.verified = 1` : null,
    view.photo ? hasPhotoSql(sql`q.member_id`) : null,
  ].filter((condition) => condition !== null)
  return conditions.length === 0 ? sql`1` : sql.join(conditions, sql` and `)
}
