import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { withdrawnTieMs } from '#shared/text/tie.ts'

/** A run of the cron looks at this many likes at the most. */
const portion = 500

/** Removes the ties that were withdrawn too long ago; the likes stay. If there are none, this reads almost nothing. */
export function oldTieStatements(db: Database, now: number) {
  const due = now - withdrawnTieMs
  const rest = sql`(select json_group_array(json(value)) from json_each(earlier_ties) where value ->> 'withdrawnAt' >= ${due})`
  return [
    db.all(sql`update likes set tie_kind = null, tie_ref = null, line = null where rowid in (
      select rowid from likes where withdrawn_at < ${due} and withdrawn_at is not null and tie_kind is not null limit ${portion})`),
    db.all(sql`update likes set earlier_ties = nullif(${rest}, '[]'),
      earlier_until = (select min(value ->> 'withdrawnAt') + ${withdrawnTieMs} from json_each(${rest}))
      where rowid in (select rowid from likes where earlier_until < ${now} limit ${portion})`),
  ] as const
}
