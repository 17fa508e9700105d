import { and, gt, gte, inArray, sql } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import { jobFailures } from '#db/schema.ts'
import type { Env } from './env.ts'
import { log, reasonOf } from './log.ts'

/** Consecutive failures after which a job raises the alarm: an error in the log, and a row on the operators' pages. */
export const alarmingFailures = 3

/**
 * Counts each job's consecutive failures and raises the alarm; a success resets the count. One D1 batch per run. Never rejects.
 */
export async function recordOutcomes(
  env: Pick<Env, 'DB'>,
  outcomes: readonly { job: string; isDone: boolean }[],
  now: number,
): Promise<void> {
  const jobsThat = (isDone: boolean) => outcomes.filter((each) => each.isDone === isDone).map(({ job }) => job)
  const db = openDatabase(env.DB)
  try {
    const [, ...counted] = await db.batch([
      db.delete(jobFailures).where(inArray(jobFailures.job, jobsThat(true))),
      ...jobsThat(false).map((job) => countStatement(db, job, now)),
    ])
    for (const { job, failures, since } of counted.flat()) if (failures >= alarmingFailures) alarm(job, failures, since)
  } catch (error) {
    log('error', 'cron-unrecorded', { reason: reasonOf(error), cure: 'look at D1: no job is watched' })
  }
}

function countStatement(db: Database, job: string, now: number) {
  return db
    .insert(jobFailures)
    .values({ job, failures: 1, since: now, lastAt: now })
    .onConflictDoUpdate({ target: jobFailures.job, set: { failures: sql`${jobFailures.failures} + 1`, lastAt: now } })
    .returning()
}

function alarm(job: string, failures: number, since: number): void {
  const facts = { job, failures, since: new Date(since).toISOString() }
  log('error', 'cron-alarm', { ...facts, cure: `look for the lines of cron ${job}` })
}

/** How long a job of an older worker version, which no longer runs, is still shown. */
const shownMs = 24 * 60 * 60_000

/** Selects the jobs with too many consecutive failures, for the operators' overview. */
export function findAlarmsStatement(db: Database, now: number) {
  return db
    .select()
    .from(jobFailures)
    .where(and(gte(jobFailures.failures, alarmingFailures), gt(jobFailures.lastAt, now - shownMs)))
    .orderBy(jobFailures.since)
}
