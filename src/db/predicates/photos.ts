import { sql, type SQL } from 'drizzle-orm'
import { photoPortrait } from '#shared/photo.ts'

/**
 * The portrait of a row of profiles, to select instead of its `avatar`: `photo:<key>` of the first approved photo, else
 * the drawing. `profiles` is the table's name or alias in the statement.
 */
export function portraitSql(profiles = 'profiles'): SQL<string | null> {
  const owner = sql.raw(profiles)
  return sql<string | null>`coalesce((select ${sql.raw(`'${photoPortrait}'`)} || ph.key from photos ph
    where ph.member_id = ${owner}.member_id and ph.state = 'approved' order by ph.position, ph.id limit 1), ${owner}.avatar)`
}

/** SQL: the member has a photo that others see. */
export function hasPhotoSql(memberId: SQL): SQL {
  return sql`exists (select 1 from photos ph where ph.member_id = ${memberId} and ph.state = 'approved')`
}

/** When the badge of a row of profiles was given, in ms; null without one. It is for the main photo, and ends with it. */
export function verifiedAtSql(): SQL<number | null> {
  return sql<number | null>`(select v.decided_at from verifications v
    where v.member_id = profiles.member_id and v.state = 'approved')`
}
