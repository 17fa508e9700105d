import { warn } from '#server/log.ts'

/** A piece of work of the cron. What it gives back is logged: counts and durations, nobody's data. */
export type Job = { name: string; run: () => Promise<Record<string, number | boolean> | void> }

/** Runs jobs one after the other, each alone: the failure of one is told by its name, and the next one runs. */
export async function runJobs(jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) await runJob(job)
}

/** Never rejects. One line of JSON says what became of the job. */
export async function runJob({ name, run }: Job): Promise<void> {
  const startedAt = Date.now()
  try {
    const facts = await run()
    console.log(JSON.stringify({ level: 'info', what: 'cron', job: name, ms: Date.now() - startedAt, ...facts }))
  } catch (error) {
    warn(`cron ${name}`, error, { ms: Date.now() - startedAt })
  }
}
