import { sql, type SQL } from 'drizzle-orm'
import { encounterPauses } from '../schema.ts'

/** Returns the SQL condition that a member is paused from anonymous chat and blind dates. `memberId` is SQL of an id. */
export function isPausedFromEncountersSql(memberId: SQL): SQL {
  return sql`exists (select 1 from ${encounterPauses} where member_id = ${memberId})`
}
