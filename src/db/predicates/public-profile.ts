import { sql, type SQL } from 'drizzle-orm'

/**
 * True while people without an account may see this member: they consented to it, and their profile is visible at all. Every
 * answer to a guest about a member uses it, so that a withdrawn consent takes effect everywhere.
 */
export function isPublicSql(memberId: SQL): SQL {
  return sql`exists (select 1 from public_profiles pp
    join members pm on pm.id = pp.member_id and pm.state = 'complete'
    join profiles ps on ps.member_id = pp.member_id and ps.discoverable = 1
    where pp.member_id = ${memberId})`
}
