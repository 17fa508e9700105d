import { asc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { deletions, members, profiles, restores, sessions } from '#db/schema.ts'
import type { ListedDeletion } from '#server/deletions/deletion-list.ts'
import { purgeSteps } from './steps.ts'

const dayMs = 24 * 60 * 60_000
const untilPurgeMs = 30 * dayMs

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
  await db
    .insert(restores)
    .values({ epoch, appliedAt: now })
    .onConflictDoUpdate({ target: restores.epoch, set: { appliedAt: now } })
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
  return listed.restoredAt === null ? deleteStatements(db, memberId, listed, now) : restoreStatements(db, memberId, now)
}

/** A purge that had begun begins again, and the account cannot be restored any more. */
function deleteStatements(db: Database, memberId: string, { requestedAt, by, purgedAt }: ListedDeletion, now: number) {
  const purgeAt = purgedAt === null ? requestedAt + untilPurgeMs : Math.min(requestedAt + untilPurgeMs, now)
  const step = purgedAt === null ? null : (purgeSteps[0]?.name ?? null)
  return [
    db.all(sql`
      insert into ${deletions} (member_id, requested_at, by, hides_at, purge_at, former_state, step, listed_at)
      select id, ${requestedAt}, ${by}, ${requestedAt}, ${purgeAt}, iif(state = 'deleted', 'complete', state), ${step}, ${now}
      from ${members} where id = ${memberId}
      on conflict (member_id) do update set purge_at = excluded.purge_at, step = coalesce(step, excluded.step), listed_at = excluded.listed_at`),
    db.all(sql`update ${members} set state = 'deleted', updated_at = ${now} where id = ${memberId} and state <> 'deleted'`),
    db.all(sql`update ${profiles} set discoverable = 0, updated_at = ${now} where member_id = ${memberId}`),
    db.all(sql`delete from ${sessions} where subject_kind = 'member' and subject_id = ${memberId}`),
  ]
}

function restoreStatements(db: Database, memberId: string, now: number) {
  const former = sql`(select former_state from ${deletions} where member_id = ${memberId} and step is null)`
  return [
    db.all(sql`
      update ${profiles} set discoverable = 1, updated_at = ${now} where member_id = ${memberId} and ${former} = 'complete'`),
    db.all(sql`
      update ${members} set state = ${former}, updated_at = ${now}
      where id = ${memberId} and state = 'deleted' and ${former} is not null`),
    db.all(sql`delete from ${deletions} where member_id = ${memberId} and step is null`),
  ]
}

/** Deletions that the list outside D1 does not have yet, because it could not be reached. */
export function listUnlisted(db: Database, limit: number) {
  const { memberId, requestedAt, by } = deletions
  return db
    .select({ memberId, requestedAt, by })
    .from(deletions)
    .where(sql`listed_at is null`)
    .orderBy(asc(requestedAt))
    .limit(limit)
}

export async function saveListed(db: Database, memberId: string, now: number): Promise<void> {
  await db.update(deletions).set({ listedAt: now }).where(eq(deletions.memberId, memberId))
}
