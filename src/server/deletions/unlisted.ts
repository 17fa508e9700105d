import { asc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { deletions } from '#db/schema.ts'
import { finishEach, type Finished } from '../finish-each.ts'
import { recordDeletion, type ListEnv } from './deletion-list.ts'

type Unlisted = Pick<typeof deletions.$inferSelect, 'memberId' | 'requestedAt' | 'by'>

/** Deletions that the list outside D1 does not have yet, because it could not be reached. */
export function findUnlisted(db: Database, limit: number): Promise<Unlisted[]> {
  const { memberId, requestedAt, by } = deletions
  return db
    .select({ memberId, requestedAt, by })
    .from(deletions)
    .where(sql`listed_at is null`)
    .orderBy(asc(requestedAt))
    .limit(limit)
}

async function saveListed(db: Database, memberId: string, now: number): Promise<void> {
  await db.update(deletions).set({ listedAt: now }).where(eq(deletions.memberId, memberId))
}

/** Writes deletions into the list outside D1. What fails is in the log, and the cron repeats it. */
export function listDeletions(env: ListEnv, db: Database, unlisted: readonly Unlisted[], now: number): Promise<Finished> {
  return finishEach('deletion-list', unlisted, async (deletion) => {
    await recordDeletion(env, deletion.memberId, deletion)
    await saveListed(db, deletion.memberId, now)
  })
}
