import { env } from 'cloudflare:test'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { jobFailures, reports } from '#db/schema.ts'
import { alarmingFailures } from '#server/job-failures.ts'
import { restrictMember } from '#features/restriction/server/public.ts'
import { runCron } from '#worker/cron-jobs.ts'
import { watchLog } from '#test/support/worker/log.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { reportEncounter } from '#test/support/worker/reports.ts'

// A hub that fails is tried again after pauses.
vi.setConfig({ testTimeout: 60_000 })

const jobs = ['restrictions', 'report-decisions']

beforeEach(() => void watchLog())
afterEach(() => void vi.restoreAllMocks())

/** The worker's environment, in which one member's hub does not answer. */
function withoutHubOf(memberId: string) {
  const away = async () => Promise.reject(new Error('The hub is away'))
  const { MEMBER_HUB } = env
  const getByName = (name: string) => (name === memberId ? new Proxy({}, { get: () => away }) : MEMBER_HUB.getByName(name))
  return { ...env, MEMBER_HUB: { getByName } as unknown as typeof MEMBER_HUB }
}

const failuresOf = async () =>
  Object.fromEntries(
    (await db.select().from(jobFailures).where(inArray(jobFailures.job, jobs))).map((row) => [row.job, row.failures]),
  )

it('a hub that is away raises the alarm of the jobs that close sockets and notify reporters, until it is back', async () => {
  await db.delete(jobFailures).where(inArray(jobFailures.job, jobs))
  const [moderator, member, other] = [
    await createMember({ member: { role: 'moderator' } }),
    await createMember(),
    await createMember(),
  ]
  const now = Date.now()
  const restriction = {
    id: newId(),
    memberId: member.id,
    rule: 'spam',
    facts: 'They sold things.',
    until: null,
    actorId: moderator.id,
  } as const
  expect(await restrictMember(env, db, restriction, now)).toBe(true)
  const report = await reportEncounter(member, other, { now })
  await db.update(reports).set({ state: 'dismissed', decidedAt: now }).where(eq(reports.id, report))

  const broken = withoutHubOf(member.id)
  for (let run = 1; run <= alarmingFailures; run++) {
    await runCron(broken, now + run)
    expect(await failuresOf()).toEqual(Object.fromEntries(jobs.map((job) => [job, run])))
  }
  await runCron(env, now + alarmingFailures + 1)
  expect(await failuresOf()).toEqual({})
})
