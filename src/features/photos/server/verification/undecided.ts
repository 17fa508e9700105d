import { eq, inArray, sql } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import { verifications } from '#db/schema.ts'
import type { Env } from '#server/env.ts'
import { sweepObjects } from '#server/sweep-objects.ts'
import { verificationLimits } from '#features/photos/verification.ts'
import { keyOfPicture, picturePrefix } from './pictures.ts'

const perRun = 100

/** Ends challenges that were not decided in time, and returns those whose member has not been notified yet. */
export async function endUndecided(db: Database, now: number): Promise<{ id: string; memberId: string }[]> {
  await db.run(sql`
    update ${verifications} set state = 'undecided', ended_at = ${now} where rowid in (select rowid from ${verifications}
      where state = 'waiting' and uploaded_at <= ${now - verificationLimits.decisionMs} limit ${sql.raw(String(perRun))})`)
  return db
    .select({ id: verifications.id, memberId: verifications.memberId })
    .from(verifications)
    .where(sql`state = 'undecided' and notified_at is null and ended_at <= ${now}`)
    .limit(perRun)
}

export async function noteNotified(db: Database, id: string, now: number): Promise<void> {
  await db.update(verifications).set({ notifiedAt: now }).where(eq(verifications.id, id))
}

/** A picture is stored before its row waits. */
const graceMs = 60_000

/**
 * Cron: removes every picture that does not wait for a decision: decided, undecided, stale, withdrawn, of a deleted account, or
 * left by an interrupted upload.
 */
export function sweepVerificationPictures(
  env: Pick<Env, 'DB' | 'PHOTOS'>,
  now: number,
): Promise<{ rows: number; looked: number }> {
  const sweep = { prefix: picturePrefix, cursorKey: 'sweep/verifications', olderThan: now - graceMs }
  return sweepObjects(env.PHOTOS, sweep, async (names) => {
    const keys = names.flatMap((name) => keyOfPicture(name) ?? [])
    const waiting = await findWaitingKeys(openDatabase(env.DB), keys)
    return names.filter((name) => !waiting.has(keyOfPicture(name) ?? ''))
  })
}

async function findWaitingKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .select({ key: verifications.key })
    .from(verifications)
    .where(
      sql`${verifications.state} = 'waiting' and ${inArray(verifications.key, sql`(select value from json_each(${JSON.stringify(keys)}))`)}`,
    )
  return new Set(rows.flatMap(({ key }) => key ?? []))
}
