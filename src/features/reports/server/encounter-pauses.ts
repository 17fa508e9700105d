import { and, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { encounterPauses, members, reports } from '#db/schema.ts'
import { encounterPauseRule, encounterSources } from '../contract.ts'

/** For a page's batch: the pause of a member's access to anonymous chat and blind dates (`pausedAt` in ms), or no row. */
export function encounterPauseStatement(db: Database, memberId: string) {
  return db.select({ pausedAt: encounterPauses.pausedAt }).from(encounterPauses).where(eq(encounterPauses.memberId, memberId))
}

/** Returns that pause, or null. */
export async function findEncounterPause(db: Database, memberId: string): Promise<{ pausedAt: number } | null> {
  const [row] = await encounterPauseStatement(db, memberId)
  return row ?? null
}

/** Lists members whose pause began after `since`, in ms. The reports that caused it are still open, and found by an index. */
export async function listPausedSince(db: Database, since: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: encounterPauses.memberId })
    .from(reports)
    .innerJoin(encounterPauses, eq(encounterPauses.memberId, reports.reportedId))
    .where(and(eq(reports.state, 'open'), gt(reports.createdAt, since), gt(encounterPauses.pausedAt, since)))
  return rows.map(({ id }) => id)
}

const sources = sql.join(
  encounterSources.map((source) => sql`${source}`),
  sql`, `,
)

/** `report` is the alias of a row of `reports` that counts while it is open (`pauseCauses`). */
const isCause = (report: SQL, memberId: string) =>
  sql`${report}.reported_id = ${memberId} and ${report}.state = 'open' and ${report}.place in (${sources})`

/** `other` was made within the window that ends at `end`. */
const isWithinWindow = (other: SQL, end: SQL) =>
  sql`${other}.created_at <= ${end} and ${other}.created_at > ${end} - ${encounterPauseRule.windowMs}`

/** Pauses the member if there are enough open reports (`pauseDueAt`): a statement for the batch of a report or a decision. */
export function pauseStatement(db: Database, memberId: string) {
  const [last, other] = [sql`last`, sql`other`]
  return db.all(sql`
    insert into ${encounterPauses} (member_id, paused_at)
    select m.id, min(last.created_at) from ${members} m join ${reports} last on last.reported_id = m.id
    where m.id = ${memberId} and ${isCause(last, memberId)}
      and (select count(distinct other.reporter_id) from ${reports} other
        where ${isCause(other, memberId)} and ${isWithinWindow(other, sql`last.created_at`)}) >= ${encounterPauseRule.members}
    group by m.id
    on conflict do nothing`)
}

/**
 * Ends the pause if none of the reports that caused it is still open: statements for a decision's batch, after the decision.
 * Newer reports may cause another pause.
 */
export function liftPauseStatements(db: Database, memberId: string) {
  const cause = sql`cause`
  return [
    db.all(sql`
      delete from ${encounterPauses} where member_id = ${memberId} and not exists (
        select 1 from ${reports} cause
        where ${isCause(cause, memberId)} and ${isWithinWindow(cause, sql`encounter_pauses.paused_at`)})`),
    pauseStatement(db, memberId),
  ] as const
}
