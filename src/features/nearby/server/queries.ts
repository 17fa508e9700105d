import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { likes, pairs, passes, profiles } from '#db/schema.ts'
import { mostParentsNear, nearParentsSql, withinBoxSql } from '#features/location/server/public.ts'
import { defaultVisibility, onlineMs, spokenLanguages, type ProfileField } from '#features/profile/contract.ts'
import { dayNumber, genderMask, utcDay } from '#features/profile/server/public.ts'
import type { TieKind } from '#shared/text/tie.ts'
import { aboutOnCard, windowSize, type NearbyView } from '../contract.ts'
import { latestBirthDate, looksEverywhere, reachOf, settledInAStep, strideOf } from '../rules.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'
import { hasPremiumSql } from '#db/predicates/premium.ts'
import { isFavouriteSql } from '#db/predicates/favourite.ts'
import { hasPhotoSql, portraitSql } from '#db/predicates/photos.ts'
import type { ActivityKey } from './areas/contract.ts'

export type { ActivityKey }

/**
 * A range of people by last activity: from `from` (exclusive; null: those active by the list's clock) down to `to` (inclusive;
 * null: no bound).
 */
export type Window = { from: ActivityKey | null; to: ActivityKey | null }

/** A candidate for the page, as SQLite returns it. */
export type CandidateRow = {
  id: string
  firstName: string
  birthDate: string
  /** `photo:<key>` or `style:seed`. */
  avatar: string | null
  intent: string | null
  /** JSON array. */
  interests: string
  /** JSON array. */
  languages: string
  /** JSON object. */
  visibility: string
  /** JSON array of the column's type. */
  promptAnswers: string
  /** The beginning of the text about themselves, and its language. */
  about: string
  aboutLanguage: string | null
  showsOnline: 0 | 1
  verified: 0 | 1
  /** They have premium, and show it. */
  isPremium: 0 | 1
  isFavourite: 0 | 1
  /** They liked the viewer before the list's clock: with this thing, '' for a plain like. Null: they did not. */
  likedThing: TieKind | '' | null
  completeness: number
  cellX: number | null
  cellY: number | null
  activeAt: number
  /** Packed answers (features/quiz/rules.ts). */
  quiz: string
}

/** A step of a window: a person to show, or the position that the walk has reached. */
export type WindowRow = (CandidateRow & { fits: 1 }) | (ActivityKey & { fits: 0 })

/** `at`: the list's clock, ms. `size`: at most this many steps. */
type Candidates = { viewerId: string; view: NearbyView; window: Window; now: number; at: number; size?: number }

/** Who looks for whom: conditions on the profile `q` that need the table `me`. */
type Seeking = { viewerId: string; view: NearbyView; now: number }

/** Columns of a card, from the profile of this alias, besides id and last activity. */
export function candidateColumns(viewerId: string, at: number, alias: 'p' | 'q' = 'p'): SQL {
  const p = sql.raw(alias)
  return sql`${p}.first_name as firstName, ${p}.birth_date as birthDate, ${portraitSql(alias)} as avatar, ${p}.intent, ${p}.interests, ${p}.languages,
      ${p}.visibility, ${p}.prompt_answers as promptAnswers,
      substr(${p}.about, 1, ${aboutRead}) as about, ${p}.about_language as aboutLanguage, ${p}.shows_online as showsOnline,
      ${p}.verified, (${p}.shows_premium and ${hasPremiumSql(sql`${p}.member_id`, at)}) as isPremium, ${isFavouriteSql(sql`${viewerId}`, sql`${p}.member_id`)} as isFavourite, ${p}.completeness, ${p}.cell_x as cellX, ${p}.cell_y as cellY,
      ${p}.quiz, ${likedThingSql(viewerId, at, p)} as likedThing`
}

/** A card shows less of the text about its person; it may begin with lines that are empty. */
const aboutRead = 2 * aboutOnCard

/** Counts likes up to the list's clock, so that a new like moves no entry between two pages. */
function likedThingSql(viewerId: string, at: number, person: SQL): SQL {
  return sql`(select ifnull(given.tie_kind, '') from ${likes} given
    where given.from_id = ${person}.member_id and given.to_id = ${viewerId} and given.withdrawn_at is null and given.created_at <= ${at})`
}

/**
 * SQL: `me` may meet the profile `q` in this view, wherever they live. `other`: its id, if that is known before the row is read; then
 * someone decided on costs no row of profiles.
 */
export function mayMeetSql({ viewerId, view, now }: Seeking, other = sql`q.member_id`): SQL {
  return sql`q.discoverable = 1 and ${suitsSql({ viewerId, view, now })} and ${isUnsettled(viewerId, now, other)} and ${hasAskedDetails(view)}`
}

/** Conditions that read rows outside the list's indexes: checked last, for people who meet all others. */
function hasAskedDetails(view: NearbyView): SQL {
  const photo = view.photo ? hasPhotoSql(sql`q.member_id`) : sql`1`
  return sql`${photo} and ${speaksOneOfMine(view)} and ${passesPremium(view)}`
}

/** `q` shows this field to everyone. What it hides, no filter may find. */
const shows = (field: ProfileField) =>
  sql.raw(`coalesce(json_extract(q.visibility, '$.${field}'), '${defaultVisibility[field]}') = 'everyone'`)

/** Of two JSON arrays: `json_each` would read a row of D1 for each of their languages. */
const haveLanguageInCommon = sql.raw(
  spokenLanguages.map((language) => `instr(mine, '"${language}"') and instr(q.languages, '"${language}"')`).join(' or '),
)

function speaksOneOfMine({ speaks }: NearbyView): SQL {
  if (speaks === null) return sql`1`
  const mine = sql`iif(me.languages = '[]', ${JSON.stringify([speaks])}, me.languages)`
  return sql`(exists (select 1 from (select ${mine} as mine) where ${haveLanguageInCommon}) and ${shows('languages')})`
}

/** Filters of premium; ignored without it. */
function passesPremium({ premium }: NearbyView): SQL {
  const listed = (values: string) => sql`(select value from json_each(${JSON.stringify(values.split(','))}))`
  const conditions = (['drinking', 'smoking', 'education', 'kids'] as const).flatMap((field) => {
    const values = premium[field]
    return values === undefined ? [] : [sql`${sql.raw(`q.${field}`)} in ${listed(values)} and ${shows(field)}`]
  })
  if (premium.heightMin ?? premium.heightMax) {
    const [min, max] = [Number(premium.heightMin ?? 0), Number(premium.heightMax ?? 1000)]
    conditions.push(sql`q.height_cm between ${min} and ${max} and ${shows('heightCm')}`)
  }
  if (premium.interest !== undefined) {
    conditions.push(
      sql`exists (select 1 from json_each(q.interests) own where own.value in ${listed(premium.interest)}) and ${shows('interests')}`,
    )
  }
  return conditions.length === 0 ? sql`1` : sql`(not me.premium or (${sql.join(conditions, sql` and `)}))`
}

/** Conditions on a profile alone; the list's two indexes cover them. */
function suitsSql({ viewerId, view, now }: Seeking): SQL {
  return sql`q.member_id <> ${viewerId} and ${isMutual} and ${passesFilters(view, now)}`
}

/**
 * One window, latest active first: complete people of mutual gender and age, not blocked either way, not liked, passed or
 * matched, and within the filters. It needs only the viewer's id, so it joins the page's one batch. It walks an index in at most
 * `size` steps. The number of rows read therefore depends on the window, not on the population, the filters, or the people
 * in between.
 */
export function candidatesStatement(db: Database, { viewerId, view, window, now, at, size = windowSize }: Candidates) {
  const isEverywhere = looksEverywhere(view)
  const reach = reachOf(view)
  const near = isEverywhere ? sql`near as (select null as x, null as y)` : nearParentsSql(reach)
  const starts = isEverywhere ? 1 : mostParentsNear(reach)
  // People who became active after the first page use no step of the first window.
  const start = window.from ?? { activeAt: at + 1, id: '' }
  // A recursive query with an order is a queue. It starts before the newest person of every parent, and a step may add the next
  // range of its parent. This merges the parents and reads no row after the end. The queue's order is the order of the result:
  // sorting again would read every row once more.
  return db.all<WindowRow>(sql`
    with recursive ${meSql(viewerId, now)}, ${near},
    found(x, y, at, key, id, next_at, next_key, is_step) as (
      select x, y, cast(${start.activeAt} as integer), ${start.id}, null, cast(${start.activeAt} as integer), ${start.id}, 0 from near
      union all
      select found.x, found.y, step.value ->> 1, step.value ->> 2, step.value ->> 0, step.value ->> 3, step.value ->> 4, 1
      from found cross join me cross join json_each((${rangeSql({ viewerId, view, now }, window.to)})) step
      where found.next_key is not null
      order by 3 desc, 4 desc limit ${size + starts})
    select found.key as id, found.at as activeAt, found.id is not null as fits, ${candidateColumns(viewerId, at)}
    from found left join ${profiles} p on p.rowid = found.id
    where found.is_step limit ${size}`)
}

/**
 * The steps of the next range of `strideOf` people after `found`, as a JSON array of `[rowid or null, activeAt, id]`. There is
 * one step for each fitting person and one for some of those already decided on, because checking them reads rows too. Without
 * either, there is one step to the range's end. The last step also contains the end, `[…, activeAt, id]`, unless it is the list's
 * end.
 */
function rangeSql({ viewerId, view, now }: Seeking, to: ActivityKey | null): SQL {
  const [stride, settledPerStep] = [strideOf(view), settledInAStep].map((number) => sql.raw(String(number)))
  // A filter on an unanswered field is null, neither true nor false. Activity and id are compared as one value, because many
  // people with hidden activity share a time; each is read once.
  return sql`
    select case when length < ${stride} then steps
      when steps = '[]' then json_array(json_array(null, end ->> 0, end ->> 1, end ->> 0, end ->> 1))
      else json_insert(steps, '$[#-1][#]', end ->> 0, '$[#-1][#]', end ->> 1) end
    from (
      select count(*) as length,
        json_group_array(json_array(case verdict when 'fits' then id end, active_at, member_id))
          filter (where verdict = 'fits' or (verdict = 'settled' and id % ${settledPerStep} = 0)) as steps,
        json_extract(json_group_array(json_array(active_at, member_id)), '$[#-1]') as end
      from (
        select q.rowid as id, q.active_at, q.member_id,
          case when (${suitsSql({ viewerId, view, now })}) is not true then 'unsuited' when not (${isUnsettled(viewerId, now)}) then 'settled'
            when ${hasAskedDetails(view)} then 'fits' else 'unsuited' end as verdict
        from ${profiles} q
        where ${looksEverywhere(view) ? sql`1` : sql`q.parent_x = found.x and q.parent_y = found.y`} and q.discoverable = 1
          and (q.active_at, q.member_id) < (found.next_at, found.next_key) and ${isAbove(to)}
        order by q.active_at desc, q.member_id desc limit ${stride}))`
}

/** The table `me`, of one row: the viewer, their age, and the range of birth dates that they look for. */
export function meSql(viewerId: string, now: number): SQL {
  const today = utcDay(now)
  const [year, day] = [sql.raw(today.slice(0, 4)), sql.raw(`'${today.slice(4)}'`)]
  return sql`me as materialized (
    select *, (${sql.raw(String(dayNumber(today)))} - cast(replace(birth_date, '-', '') as integer)) / 10000 as age,
      (${year} - seeks_age_max - 1) || ${day} as born_after, (${year} - seeks_age_min) || ${day} as born_until,
      ${hasPremiumSql(viewerId, now)} as premium
    from ${profiles} where member_id = ${viewerId})`
}

function isAbove(to: ActivityKey | null): SQL {
  return to ? sql`(q.active_at, q.member_id) >= (cast(${to.activeAt} as integer), ${to.id})` : sql`1`
}

/** Each has a gender and an age that the other looks for. */
const isMutual = sql`q.gender_mask & me.seeks_mask <> 0 and me.gender_mask & q.seeks_mask <> 0
    and q.birth_date > me.born_after and q.birth_date <= me.born_until
    and me.age between q.seeks_age_min and q.seeks_age_max`

/** The two are undecided: no block, like, pass or match between them. */
function isUnsettled(viewerId: string, now: number, other = sql`q.member_id`): SQL {
  return sql`${notBlockedSql(sql`${viewerId}`, other)}
    and not exists (select 1 from ${likes} where from_id = ${viewerId} and to_id = ${other} and withdrawn_at is null)
    and not exists (select 1 from ${passes} where from_id = ${viewerId} and to_id = ${other} and expires_at > ${now})
    and not exists (select 1 from ${pairs}
      where low_id = min(${viewerId}, ${other}) and high_id = max(${viewerId}, ${other}))`
}

function passesFilters(view: NearbyView, now: number): SQL {
  const today = utcDay(now)
  const conditions = [
    view.ageMin === null ? null : sql`q.birth_date <= ${latestBirthDate(view.ageMin, today)}`,
    view.ageMax === null ? null : sql`q.birth_date > ${latestBirthDate(view.ageMax + 1, today)}`,
    view.within === null ? null : withinBoxSql('q', view.within),
    view.genders.length === 0 ? null : sql`q.gender_mask & ${genderMask(view.genders)} <> 0`,
    view.intents.length === 0
      ? null
      : sql`q.intent in (select value from json_each(${JSON.stringify(view.intents)})) and ${shows('intent')}`,
    view.online ? sql`q.shows_online = 1 and q.active_at >= ${now - onlineMs}` : null,
    view.verified ? sql`q.verified = 1` : null,
  ].filter((condition) => condition !== null)
  return conditions.length === 0 ? sql`1` : sql.join(conditions, sql` and `)
}
