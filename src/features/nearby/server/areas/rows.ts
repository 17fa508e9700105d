import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { hasPhotoSql } from '#db/predicates/photos.ts'
import { areas, boosts, profiles } from '#db/schema.ts'
import type { ActivityKey, AreaRow } from './contract.ts'

/** How long a list can be paged through by the clock of its first page (the cursor's lifetime): boosts that ran then still count. */
const listMs = 60 * 60_000

type Parent = { x: number; y: number }

/** Within the JSON, where no text of an answer has quotation marks that are not escaped: `json_each` would read a row of D1 for each answer. */
const hasShownAnswer = sql.raw(`instr(q.prompt_answers, '"see":"everyone"') > 0`)

/** The columns of `AreaRow`, from the profile `q`. Whatever is added here needs its place in the trigger `area_profile_changed` of the migrations. */
export function areaColumns(now: number): SQL {
  return sql`q.member_id as id, q.active_at as activeAt, q.gender_mask as genderMask, q.seeks_mask as seeksMask,
    q.birth_date as birthDate, q.seeks_age_min as seeksAgeMin, q.seeks_age_max as seeksAgeMax, q.cell_x as cellX, q.cell_y as cellY,
    q.intent, q.interests, q.languages, q.visibility, q.shows_online as showsOnline, q.verified,
    ${hasPhotoSql(sql`q.member_id`)} as hasPhoto,
    ${hasShownAnswer} as hasPromptAnswers,
    q.height_cm as heightCm, q.drinking, q.smoking, q.education, q.kids, q.completeness, q.quiz,
    (select json_group_array(json_array(b.id, b.starts_at, b.ends_at)) from ${boosts} b
      where b.member_id = q.member_id and b.ends_at > ${now - listMs}) as boosts`
}

/** How many rows one step of a rebuild reads. */
export const rebuildPage = 2500

/**
 * A page of an area's candidates, the earliest active first: an activity in the meantime moves a candidate to a later page, so none is
 * skipped. With the revision up to which they are right.
 */
export async function readAreaPage(
  db: Database,
  parent: Parent,
  after: ActivityKey,
  now: number,
): Promise<{ revision: number; rows: AreaRow[] }> {
  const [[area], rows] = await db.batch([
    revisionStatement(db, parent),
    db.all<AreaRow>(sql`select ${areaColumns(now)} from ${profiles} q
      where q.discoverable = 1 and q.parent_x = ${parent.x} and q.parent_y = ${parent.y}
        and (q.active_at, q.member_id) > (cast(${after.activeAt} as integer), ${after.id})
      order by q.active_at, q.member_id limit ${sql.raw(String(rebuildPage))}`),
  ])
  return { revision: area?.revision ?? 0, rows }
}

/** The revision of an area; null if it is not divided into so many objects, nor going to be. */
export async function readRevision(db: Database, { x, y }: Parent, parts: number): Promise<number | null> {
  const [area] = await db.all<{ revision: number }>(sql`
    select revision from ${areas} where parent_x = ${x} and parent_y = ${y} and ${parts} in (parts, next_parts)`)
  return area?.revision ?? null
}

function revisionStatement(db: Database, { x, y }: Parent) {
  return db.all<{ revision: number }>(sql`select revision from ${areas} where parent_x = ${x} and parent_y = ${y}`)
}
