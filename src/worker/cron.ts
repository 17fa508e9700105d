import { log, warn } from '#server/log.ts'
import { withTimeout } from '#server/objects/with-timeout.ts'

/**
 * A cron job. Its result is logged: counts and durations, without personal data. `rows`: how many it handled; `failed`: those it
 * has to retry. A job with such rows counts as failed.
 */
export type Job = { name: string; run: () => Promise<{ rows: number; failed?: number } & Record<string, number | boolean>> }

export type Outcome = { job: string; isDone: boolean }

/** Less than the time until the next run. */
const jobTimeoutMs = 4 * 60_000

/** Runs jobs one after another, in isolation: a failure is logged with the job's name, and the next one runs. */
export async function runJobs(jobs: readonly Job[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const job of jobs) outcomes.push(await runJob(job))
  return outcomes
}

/** Never rejects. Logs the result as one line of JSON. */
export async function runJob({ name, run }: Job): Promise<Outcome> {
  const startedAt = Date.now()
  try {
    const facts = await withTimeout(jobTimeoutMs, run())
    const isDone = !facts.failed
    log(isDone ? 'info' : 'warn', 'cron', { job: name, ms: Date.now() - startedAt, ...facts })
    return { job: name, isDone }
  } catch (error) {
    warn(`cron ${name}`, error, { ms: Date.now() - startedAt })
    return { job: name, isDone: false }
  }
}
