import { env } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { consents, jobFailures, passes, refreshTokens, registrations, visits } from '#db/schema.ts'
import { finishEach } from '#server/finish-each.ts'
import { recordOutcomes } from '#server/job-failures.ts'
import { runCron } from '#worker/cron-jobs.ts'
import { runJobs } from '#worker/cron.ts'
import { budgetMs, expiryStatements, portionSize, sweep } from '#worker/sweep.ts'
import { aroundDatabase, meteredDatabase, sumOf, type Asked, type Query } from '../../../scripts/bench/d1/meter.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { createCrowd, newArea } from '#test/support/worker/places.ts'
import { settleAreas } from '#test/support/worker/areas.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

const day = 24 * 60 * 60_000

/** The worker's environment, whose database records its queries. */
function metered() {
  const [asked, queries]: [Asked[], Query[]] = [[], []]
  const DB = meteredDatabase(env.DB, (reading, sent) => {
    asked.push(reading)
    queries.push(...sent)
  })
  return { env: { ...env, DB }, asked, queries }
}

/** Each of the crowd about each other, `size` rows. */
const pairsOf = (crowd: string, size: number) =>
  sql`(select a.member_id as one, b.member_id as other from profiles a join profiles b on a.member_id <> b.member_id
    where a.member_id glob ${`${crowd}*`} and b.member_id glob ${`${crowd}*`} limit ${size})`

const addPasses = (crowd: string, size: number, expiresAt: number) =>
  db.run(sql`insert into passes select one, other, 1, ${expiresAt} from ${pairsOf(crowd, size)}`)

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the cron', () => {
  it('finds everything by an index: no statement of it scans a table', async () => {
    const { env: asking, queries } = metered()
    await runCron(asking, Date.now())
    expect(queries.length).toBeGreaterThan(expiryStatements(0).length)
    for (const { sql: text, params } of queries) {
      const plan = await env.DB.prepare(`explain query plan ${text}`)
        .bind(...params)
        .all<{ detail: string }>()
      const steps = plan.results.map(({ detail }) => detail)
      // A partial index of work still to be done holds nothing else, so it may be read as a whole; so may the content's cities and a
      // list of constants.
      expect(
        steps.filter((step) =>
          /^SCAN (?!json_each |CONSTANT ROW$|\d+-ROW VALUES CLAUSE$|\(subquery-\d+\)$|cit(?:ies|y_figures)$|.* INDEX \w+_un(ended|opened|settled|listed)$)/.test(
            step,
          ),
        ),
        text,
      ).toEqual([])
    }
  })

  it('searches each of its indexes for what is due', async () => {
    const { env: asking, queries } = metered()
    await sweep(asking, Date.now())
    const plans = await Promise.all(
      queries.map(async ({ sql: text, params }) => {
        const { results } = await env.DB.prepare(`explain query plan ${text}`)
          .bind(...params)
          .all<{ detail: string }>()
        return results.map(({ detail }) => detail).find((step) => / INDEX \w+ \(.*<\?\)/.test(step)) ?? text
      }),
    )
    expect(plans.map((step) => /INDEX (\w+)/.exec(step)?.[1])).toEqual([
      'registrations_expires',
      'consents_pending',
      'sessions_expires',
      'refresh_tokens_superseded',
      'one_time_codes_expires',
      'passkey_challenges_expires',
      'verifications_drawn',
      'email_changes_until',
      'known_devices_seen',
      'profile_views_at',
      'counters_expires',
      'security_events_expires',
      'contact_messages_expires',
      'failed_emails_failed',
      'passes_expires',
      'visits_last',
      'reports_decided',
      'restrictions_lifted',
      'past_restrictions_ended',
      'consents_ended',
      'banned_addresses_ends',
      'orders_placed',
      'payment_differences_found',
    ])
  })

  it('names a job that fails, and runs all the others', async () => {
    const now = Date.now()
    const crowd = await createCrowd(newArea(), 4, now)
    await addPasses(crowd, 6, now - 1)
    await db.run(sql`insert into visits select one, other, 1, 1 from ${pairsOf(crowd, 6)}`)
    const DB = aroundDatabase(env.DB, (queries, send) => {
      if (queries.some(({ sql: text }) => text.includes('delete from "passes"'))) throw new Error('D1 is away')
      return send()
    })
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await runCron({ ...env, DB }, now)
    expect(warned.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { level: 'warn', what: 'cron sweep-passes', ms: expect.any(Number), reason: expect.stringContaining('D1 is away') },
    ])
    expect(await db.$count(passes, sql`from_id glob ${`${crowd}*`}`)).toBe(6)
    expect(await db.$count(visits, sql`visitor_id glob ${`${crowd}*`}`)).toBe(0)
    await sweep(env, now)
    expect(await db.$count(passes, sql`from_id glob ${`${crowd}*`}`)).toBe(0)
  })

  it('says of every job what it did and how long it took', async () => {
    const told = vi.spyOn(console, 'log').mockImplementation(() => {})
    await runJobs([
      { name: 'counts', run: async () => ({ rows: 3, d1Ms: 2 }) },
      { name: 'is-idle', run: async () => ({ rows: 0 }) },
    ])
    expect(told.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      { level: 'info', what: 'cron', job: 'counts', ms: expect.any(Number), rows: 3, d1Ms: 2 },
      { level: 'info', what: 'cron', job: 'is-idle', ms: expect.any(Number), rows: 0 },
    ])
  })
})

describe('a job that fails', () => {
  /** Lines of the log of one level. */
  const linesOf = (level: 'log' | 'warn' | 'error') => {
    const lines: Record<string, unknown>[] = []
    vi.spyOn(console, level).mockImplementation((line) => void lines.push(JSON.parse(String(line))))
    return lines
  }
  const failed = (job: string) => [{ job, isDone: false }]
  const rowOf = async (job: string) => (await db.select().from(jobFailures).where(eq(jobFailures.job, job)))[0]

  it('is one whose rows fail, too, and one that does not come to an end', async () => {
    const [warned] = [linesOf('warn'), linesOf('log')]
    vi.useFakeTimers()
    const outcomes = runJobs([
      {
        name: 'half',
        run: () => finishEach('half', [1, 2], async (item) => (item === 2 ? Promise.reject(new Error('away')) : item)),
      },
      { name: 'endless', run: () => new Promise(() => {}) },
      { name: 'well', run: async () => ({ rows: 1 }) },
    ])
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    vi.useRealTimers()
    expect(await outcomes).toEqual([
      { job: 'half', isDone: false },
      { job: 'endless', isDone: false },
      { job: 'well', isDone: true },
    ])
    expect(warned).toMatchObject([
      { what: 'half', failed: 1, reason: 'away' },
      { what: 'cron', job: 'half', rows: 2, failed: 1 },
      { what: 'cron endless', reason: 'no answer within 240000 ms' },
    ])
  })

  it('raises the alarm when it fails three times in a row, and at each run from then on', async () => {
    const errors = linesOf('error')
    const job = `job-${newId()}`
    const start = Date.UTC(2026, 10, 24)
    for (const run of [0, 1]) await recordOutcomes(env, failed(job), start + run * 1000)
    expect([errors, await rowOf(job)]).toMatchObject([[], { failures: 2 }])
    for (const run of [2, 3]) await recordOutcomes(env, failed(job), start + run * 1000)
    const alarm = {
      level: 'error',
      what: 'cron-alarm',
      job,
      since: '2026-11-24T00:00:00.000Z',
      cure: expect.stringContaining(job),
    }
    expect(errors).toEqual([
      { ...alarm, failures: 3 },
      { ...alarm, failures: 4 },
    ])
    expect(await rowOf(job)).toEqual({ job, failures: 4, since: start, lastAt: start + 3000 })
  })

  it('counts from one again after it has succeeded', async () => {
    const errors = linesOf('error')
    const job = `job-${newId()}`
    for (const isDone of [false, false, true, false, false]) await recordOutcomes(env, [{ job, isDone }], Date.now())
    expect([errors, (await rowOf(job))?.failures]).toEqual([[], 2])
  })

  it('is counted by the run of all jobs, which ends when D1 is away altogether', async () => {
    linesOf('warn')
    const [errors, lines] = [linesOf('error'), linesOf('log')]
    await db.delete(jobFailures).where(eq(jobFailures.job, 'sweep-passes'))
    const DB = aroundDatabase(env.DB, (queries, send) => {
      if (queries.some(({ sql: text }) => text.includes('delete from "passes"'))) throw new Error('D1 is away')
      return send()
    })
    for (let run = 0; run < 3; run++) await runCron({ ...env, DB }, Date.now())
    expect(errors).toMatchObject([{ level: 'error', what: 'cron-alarm', job: 'sweep-passes', failures: 3 }])
    expect(lines.every(({ ms, rows }) => typeof ms === 'number' && typeof rows === 'number')).toBe(true)
    await runCron(env, Date.now())
    expect(await rowOf('sweep-passes')).toBeUndefined()
    const nothing = aroundDatabase(env.DB, () => {
      throw new Error('D1 is away')
    })
    await runCron({ ...env, DB: nothing }, Date.now())
    expect(errors.at(-1)).toMatchObject({ level: 'error', what: 'cron-unrecorded' })
  })
})

describe('the sweep', () => {
  /** D1 that takes `ms` for every statement. */
  const slow = (ms: number) => ({
    DB: aroundDatabase(env.DB, async (_queries, send) => {
      const answer = await send()
      for (const { meta } of [answer].flat()) Object.assign(meta ?? {}, { duration: ms })
      return answer
    }),
  })

  it('deletes in portions, and stops when its time is used up, until the next run', async () => {
    const now = Date.now()
    const crowd = await createCrowd(newArea(), 60, now)
    const left = () => db.$count(passes, sql`from_id glob ${`${crowd}*`}`)
    await addPasses(crowd, 3 * portionSize + 1, now - 1)
    await sweep(slow(budgetMs * 0.6), now)
    expect(await left()).toBe(2 * portionSize + 1)
    await sweep(slow(budgetMs * 0.5), now)
    expect(await left()).toBe(1)
    await sweep(slow(0), now)
    expect(await left()).toBe(0)
  })

  it('takes a superseded refresh token away after a day, and never the one in use', async () => {
    const now = Date.now()
    const { sid } = await createMember()
    await db.insert(refreshTokens).values([
      { hash: newId(), sessionId: sid, createdAt: 1, supersededAt: now - day - 1 },
      { hash: newId(), sessionId: sid, createdAt: 2, supersededAt: now - day },
      { hash: newId(), sessionId: sid, createdAt: 3 },
    ])
    await sweep(env, now)
    const kept = await db.select().from(refreshTokens).where(eq(refreshTokens.sessionId, sid))
    expect(kept.map(({ createdAt }) => createdAt).sort()).toEqual([2, 3])
  })

  it('takes the consents of a sign-up away with it, not before, and never those of a member', async () => {
    const givenAt = Date.now()
    const [waiting, gone, member] = [newId(), newId(), newId()]
    const consent = { kind: 'terms', version: '1', locale: 'en', textHash: '', givenAt } as const
    await db.insert(consents).values([
      { ...consent, id: newId(), subjectKind: 'registration', subjectId: waiting },
      { ...consent, id: newId(), subjectKind: 'registration', subjectId: gone },
      { ...consent, id: newId(), subjectKind: 'member', subjectId: member },
    ])
    const row = { passwordHash: '', firstName: '', birthDate: '', gender: '', seeks: [], locale: 'en', timeZone: 'UTC' }
    await db.insert(registrations).values({
      ...row,
      id: waiting,
      email: waiting,
      codeHash: '',
      codeExpiresAt: 1,
      codeSentAt: 1,
      linkHash: waiting,
      createdAt: givenAt,
      expiresAt: givenAt + 8 * day,
    })
    const subjects = async () => {
      const rows = await db
        .select()
        .from(consents)
        .where(sql`subject_id in (${waiting}, ${gone}, ${member})`)
      return new Set(rows.map(({ subjectId }) => subjectId))
    }
    await sweep(env, givenAt + 7 * day + 1)
    expect(await subjects()).toEqual(new Set([waiting, member]))
    await sweep(env, givenAt + 8 * day + 1)
    expect(await subjects()).toEqual(new Set([member]))
  })
})

// Last, because the rows it leaves behind are due one day.
describe('among many rows', () => {
  it('the cron reads next to nothing when none of 20,000 in each table is due', async () => {
    const now = Date.now()
    const crowd = await createCrowd(newArea(), 150, now)
    const soon = now + day
    const numbers = sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) select ${newId()} || i as id, i from n)`
    const { sid, id: member } = await createMember()
    await addPasses(crowd, 20_000, soon)
    for (const rows of [
      sql`insert into visits select one, other, ${now}, 1 from ${pairsOf(crowd, 20_000)}`,
      sql`insert into sessions (id, subject_kind, subject_id, created_at, seen_at, expires_at) select id, 'member', ${member}, 1, 1, ${soon} from ${numbers}`,
      sql`insert into refresh_tokens select id, ${sid}, ${now}, ${now} from ${numbers}`,
      sql`insert into known_devices select ${member}, id, 1, ${now} from ${numbers}`,
      sql`insert into email_changes (id, member_id, old_email, new_email, undo_hash, changed_at, undo_until) select id, ${member}, '', '', id, 1, ${soon} from ${numbers}`,
      sql`insert into one_time_codes (id, purpose, email, code_hash, expires_at, sent_at) select id, 'reset', id, '', ${soon}, 1 from ${numbers}`,
      sql`insert into counters select id, 1, ${soon} from ${numbers}`,
      sql`insert into failed_emails select id, 'a', 'b', 1, 1, ${now}, 1, '' from ${numbers}`,
      sql`insert into security_events select id, 'a', 1, ${soon} from ${numbers}`,
      sql`insert into registrations (id, email, password_hash, first_name, birth_date, gender, seeks, locale, time_zone, code_hash, code_expires_at, code_sent_at, link_hash, created_at, expires_at)
        select id, id, '', '', '', '', '[]', 'en', 'UTC', '', 1, 1, id, 1, ${soon} from ${numbers}`,
      sql`insert into consents (id, subject_kind, subject_id, kind, version, locale, text_hash, given_at) select id, case when i % 2 then 'registration' else 'member' end, id, 'terms', '1', 'en', '', ${now} from ${numbers}`,
    ])
      await db.run(rows)
    // People who were created are reported to their areas once.
    await settleAreas()
    const { env: asking, asked } = metered()
    await runCron(asking, now)
    expect(sumOf(asked).rowsRead).toBeLessThan(200)
    expect(await db.$count(passes)).toBeGreaterThanOrEqual(20_000)
    expect(await db.$count(visits)).toBeGreaterThanOrEqual(20_000)
  }, 120_000)
})
