import { asc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { areas, deletions, members, restores } from '#db/schema.ts'
import { deletionStatements, restoreStatements } from '#features/auth/session/server/public.ts'
import type { ListedDeletion } from '#server/deletions/deletion-list.ts'
import { purgeSteps } from './steps.ts'

/** True if the list of deletions has been applied since that restore. */
export async function isApplied(db: Database, epoch: string): Promise<boolean> {
  const [row] = await db.select({ appliedAt: restores.appliedAt }).from(restores).where(eq(restores.epoch, epoch))
  return row !== undefined && row.appliedAt !== null
}

/** Returns where the last run stopped: the id of a member. */
export async function findCursor(db: Database, epoch: string): Promise<string> {
  const [row] = await db.select({ cursor: restores.cursor }).from(restores).where(eq(restores.epoch, epoch))
  return row?.cursor ?? ''
}

export async function saveCursor(db: Database, epoch: string, cursor: string): Promise<void> {
  await db.insert(restores).values({ epoch, cursor }).onConflictDoUpdate({ target: restores.epoch, set: { cursor } })
}

export async function saveApplied(db: Database, epoch: string, now: number): Promise<void> {
  const restored = db
    .insert(restores)
    .values({ epoch, appliedAt: now })
    .onConflictDoUpdate({ target: restores.epoch, set: { appliedAt: now } })
  // Area objects have kept what they knew: the cron has each read again.
  await db.batch([restored, db.update(areas).set({ rebuiltAt: 0 })])
}

export async function listMembersAfter(db: Database, cursor: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(gt(members.id, cursor))
    .orderBy(asc(members.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** For a batch: what a restore of the database has undone of one account happens again. Nothing changes if it has not. */
export function repeatStatements(db: Database, memberId: string, listed: ListedDeletion, now: number) {
  const isDeleted = sql`exists (select 1 from ${deletions} where member_id = ${memberId} and step is null)`
  return listed.restoredAt === null
    ? deleteStatements(db, memberId, listed, now)
    : restoreStatements(db, memberId, isDeleted, now)
}

/** A purge that had begun begins again, and the account cannot be restored any more. */
function deleteStatements(db: Database, memberId: string, { requestedAt, by, purgedAt }: ListedDeletion, now: number) {
  const step = purgedAt === null ? null : (purgeSteps[0]?.name ?? null)
  return [
    ...deletionStatements(db, { memberId, by, hidesAt: requestedAt }, requestedAt),
    db.all(sql`
      update ${deletions} set listed_at = ${now}, step = coalesce(step, ${step}),
        purge_at = ${purgedAt === null ? sql`purge_at` : sql`min(purge_at, ${now})`}
      where member_id = ${memberId}`),
  ] as const
}
