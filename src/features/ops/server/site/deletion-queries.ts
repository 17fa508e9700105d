import { and, asc, eq, gt, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { auditLog, deletions } from '#db/schema.ts'

const doneMs = 30 * 24 * 60 * 60_000
const mostUnfinished = 100

export type DeletionCounts = { coming: number; due: number; running: number; failed: number; done: number }
export type UnfinishedPurge = Pick<typeof deletions.$inferSelect, 'purgeAt' | 'step' | 'attempts' | 'error'>

/** `done`: purges of the last 30 days. `unfinished`: those that have begun or failed, at most 100, the oldest first. */
export async function readDeletions(
  db: Database,
  now: number,
): Promise<{ counts: DeletionCounts; unfinished: UnfinishedPurge[] }> {
  const { purgeAt, step, attempts, error } = deletions
  const isDue = sql`${purgeAt} <= ${now}`
  const count = (condition: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${condition}), 0)`
  const [[counted], [finished], unfinished] = await db.batch([
    db
      .select({
        coming: count(sql`not (${isDue})`).as('coming'),
        due: count(sql`${isDue} and ${step} is null and ${attempts} = 0`).as('due'),
        running: count(sql`${step} is not null and ${attempts} = 0`).as('running'),
        failed: count(sql`${attempts} > 0`).as('failed'),
      })
      .from(deletions),
    db
      .select({ done: sql<number>`count(*)`.as('done') })
      .from(auditLog)
      .where(and(gt(auditLog.at, now - doneMs), eq(auditLog.action, 'member.purged'))),
    db
      .select({ purgeAt, step, attempts, error })
      .from(deletions)
      .where(and(lte(purgeAt, now), or(isNotNull(step), gt(attempts, 0))))
      .orderBy(asc(purgeAt))
      .limit(mostUnfinished),
  ])
  const none = { coming: 0, due: 0, running: 0, failed: 0 }
  return { counts: { ...none, ...counted, done: finished?.done ?? 0 }, unfinished }
}
