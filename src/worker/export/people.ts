import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { canMeetSql } from '#db/predicates/can-meet.ts'
import { members } from '#db/schema.ts'

export type ShownPerson = { id: string; firstName: string }

/**
 * Returns those of some members whom pages show this member today: people they can meet, and with `withBlocked` those whom they
 * have blocked. No one else has a name in an export.
 */
export async function findShownPeople(
  db: Database,
  memberId: string,
  ids: readonly string[],
  { withBlocked = false } = {},
): Promise<Map<string, ShownPerson>> {
  if (ids.length === 0) return new Map()
  const isBlocked = sql`exists (select 1 from blocks b
    where b.blocker_id = ${memberId} and b.blocked_id = shown.id and b.met_in is null)`
  const rows = await db.all<ShownPerson>(sql`
    select shown.id, shown.first_name as firstName from ${members} shown
    where shown.id in (select value from json_each(${JSON.stringify([...new Set(ids)])}))
      and (${canMeetSql(memberId, sql`shown.id`)} or (${withBlocked ? 1 : 0} and ${isBlocked}))`)
  return new Map(rows.map((person) => [person.id, person]))
}
