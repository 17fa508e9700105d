import { openDatabase } from '#db/database.ts'
import type { Env } from '#server/env.ts'
import type { Finished } from '#server/finish-each.ts'
import { reasonOf, warn } from '#server/log.ts'
import { begin, listDue, proceed, recordFailure, type DueDeletion } from './queries.ts'
import { purgeSteps } from './steps.ts'

/** A run takes this many accounts, and begins no portion after this time; the next run continues. */
const mostAtOnce = 20
const runMs = 60_000

/** Cron: purges the accounts whose thirty days are over, in portions. Safe to run at any time, repeatedly and in parallel. */
export async function purgeAccounts(env: Env, now: number): Promise<Finished> {
  const db = openDatabase(env.DB)
  const due = await listDue(db, now, mostAtOnce)
  const until = Date.now() + runMs
  let failed = 0
  for (const deletion of due) {
    try {
      await purgeAccount(env, deletion, now, () => Date.now() < until)
    } catch (error) {
      failed += 1
      const reason = reasonOf(error)
      warn('purge', error)
      await recordFailure(db, deletion.memberId, reason.slice(0, 200))
    }
  }
  return { rows: due.length, failed }
}

/** Continues a purge where it stopped, while `mayGoOn`. */
async function purgeAccount(env: Env, deletion: DueDeletion, now: number, mayGoOn: () => boolean): Promise<void> {
  const db = openDatabase(env.DB)
  const [first] = purgeSteps
  if (!first || (deletion.step === null && !(await begin(db, deletion.memberId, first.name, now)))) return
  const at = purgeSteps.findIndex(({ name }) => name === (deletion.step ?? first.name))
  // A step that another version has named begins the purge again: every step can be repeated.
  for (const [index, step] of purgeSteps.entries()) {
    if (index < at) continue
    let isDone = false
    while (!isDone) {
      if (!mayGoOn()) return
      isDone = await step.run({ ...deletion, env, db, now })
    }
    const next = purgeSteps[index + 1]
    if (next) await proceed(db, deletion.memberId, step.name, next.name)
  }
}
