import { env } from 'cloudflare:test'
import { describe, expect, it, vi } from 'vitest'
import { recordOutcomes } from '#server/job-failures.ts'
import { db } from '#test/support/worker/members.ts'
import { jobFailures } from '#db/schema.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { createModerator } from '#test/support/worker/staff.ts'

const day = 24 * 60 * 60_000

/** A job that has failed so often in a row. */
async function failingJob(failures: number, lastAt = Date.now()) {
  const job = `job-${newId()}`
  await db.insert(jobFailures).values({ job, failures, since: lastAt - failures * 300_000, lastAt })
  return job
}

describe('the operators’ overview', () => {
  it('shows a job that has failed three times in a row, until it succeeds', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const operator = await createModerator('operator')
    const [twice, thrice] = [await failingJob(2), await failingJob(3)]
    const page = await (await operator.get('/ops')).text()
    expect(page).toContain('Jobs that keep failing')
    expect(page).toContain(thrice)
    expect(page).not.toContain(twice)
    await recordOutcomes(env, [{ job: thrice, isDone: true }], Date.now())
    expect(await (await operator.get('/ops')).text()).not.toContain(thrice)
  })

  it('does not show one that no longer runs, nor anything of it to a moderator', async () => {
    const [old, present] = [await failingJob(9, Date.now() - 2 * day), await failingJob(3)]
    expect(await (await (await createModerator('operator')).get('/ops')).text()).not.toContain(old)
    expect(await (await (await createModerator()).get('/ops')).text()).not.toContain(present)
  })
})
