import { log, warn } from '#server/log.ts'

/** A job of the cron. Its result is logged: counts and durations, without personal data. */
export type Job = { name: string; run: () => Promise<Record<string, number | boolean> | void> }

/** Runs jobs one after the other, each alone: a failure is logged with the job's name, and the next one runs. */
export async function runJobs(jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) await runJob(job)
}

/** Never rejects. Logs the result as one line of JSON. */
export async function runJob({ name, run }: Job): Promise<void> {
  const startedAt = Date.now()
  try {
    const facts = await run()
    log('info', 'cron', { job: name, ms: Date.now() - startedAt, ...facts })
  } catch (error) {
    warn(`cron ${name}`, error, { ms: Date.now() - startedAt })
  }
}
