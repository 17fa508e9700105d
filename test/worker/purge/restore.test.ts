import { env } from 'cloudflare:test'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { areas, deletions, members, restores } from '#db/schema.ts'
import {
  dropOldEntries,
  namesInList,
  readDeletionList,
  recordDeletion,
  recordPurge,
  recordRestore,
} from '#server/deletions/deletion-list.ts'
import { runCron } from '#worker/cron-jobs.ts'
import { keepDeletionList } from '#worker/purge/apply-list.ts'
import { consumeQueue } from '#worker/queues.ts'
import { dumpStores, placesOf } from '#test/support/worker/dump.ts'
import { liveFully } from '#test/support/worker/full-life.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { dayMs, deleteAccount, purgeAll } from '#test/support/worker/purge.ts'
import { seedContent } from '#test/support/worker/store.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

type Copy = { name: string; rows: Record<string, unknown>[] }[]

const tableNames = async () => {
  const { results } = await env.DB.prepare(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '\\_cf%' escape '\\'`,
  ).all<{ name: string }>()
  return results.map(({ name }) => name)
}

/** All rows of D1: what Time Travel goes back to. */
async function copyD1(): Promise<Copy> {
  const copy: Copy = []
  for (const name of await tableNames())
    copy.push({ name, rows: (await env.DB.prepare(`select * from "${name}"`).all<Record<string, unknown>>()).results })
  return copy
}

/** Puts the rows back; objects and buckets stay as they are. */
async function restoreD1(copy: Copy): Promise<void> {
  const statements = [env.DB.prepare('pragma defer_foreign_keys = on')]
  for (const name of await tableNames()) statements.push(env.DB.prepare(`delete from "${name}"`))
  for (const { name, rows } of copy)
    for (const row of rows) {
      const columns = Object.keys(row)
      // Triggers have written some of these rows again.
      const insert = `insert or replace into "${name}" (${columns.map((column) => `"${column}"`).join()}) values (${columns.map(() => '?').join()})`
      statements.push(env.DB.prepare(insert).bind(...Object.values(row)))
    }
  await env.DB.batch(statements)
}

const restoring = { ...env, RESTORE_EPOCH: '2026-11-29 first' }
const statusOf = async (path: string, bindings = restoring) => (await new Visitor(undefined, bindings).get(path)).status
const deletionOf = async (id: string) => (await db.select().from(deletions).where(eq(deletions.memberId, id)))[0]
const findMember = async (id: string) => (await db.select().from(members).where(eq(members.id, id)))[0]

describe('the list of deletions', () => {
  it('names no one, and says what happened and when', async () => {
    const { id } = await createMember()
    await recordDeletion(env, id, { requestedAt: 1000, by: 'member' })
    await recordDeletion(env, id, { requestedAt: 1000, by: 'member' })
    const name = (await namesInList(env))(id)
    expect((await readDeletionList(env)).get(name)).toEqual({
      requestedAt: 1000,
      by: 'member',
      restoredAt: null,
      purgedAt: null,
      at: 1000,
    })
    await recordRestore(env, id, { requestedAt: 1000, by: 'member' }, 2000)
    // A listing that comes late leaves it restored.
    await recordDeletion(env, id, { requestedAt: 1000, by: 'member' })
    expect((await readDeletionList(env)).get(name)).toMatchObject({ restoredAt: 2000, at: 2000 })
    await recordDeletion(env, id, { requestedAt: 3000, by: 'operator' })
    await recordPurge(env, id, { requestedAt: 3000, by: 'operator' }, 4000)
    expect((await readDeletionList(env)).get(name)).toEqual({
      requestedAt: 3000,
      by: 'operator',
      restoredAt: null,
      purgedAt: 4000,
      at: 4000,
    })
    expect(placesOf(await dumpStores(), id).filter((place) => place.startsWith('r2'))).toEqual([])
  })

  it.each([false, true])(
    'keeps a restore that comes while the deletion is being listed (entry there before: %s)',
    async (isThere) => {
      const { id } = await createMember()
      const deletion = { requestedAt: 3000, by: 'member' } as const
      if (isThere) await recordDeletion(env, id, { ...deletion, requestedAt: 1000 })
      const [restored, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const head = async (name: string) => {
        const entry = await env.DELETIONS.head(name)
        found.resolve()
        await restored.promise
        return entry
      }
      const DELETIONS = new Proxy(env.DELETIONS, {
        get: (bucket, name) => (name === 'head' ? head : Reflect.get(bucket, name).bind(bucket)),
      })
      const listing = recordDeletion({ ...env, DELETIONS }, id, deletion)
      await found.promise
      await recordRestore(env, id, deletion, 4000)
      restored.resolve()
      await listing
      expect((await readDeletionList(env)).get((await namesInList(env))(id))).toMatchObject({ restoredAt: 4000, at: 4000 })
    },
  )

  it('survives a rotation of the session’s secret', async () => {
    const key = { ...env, DELETIONS_KEY: 'k'.repeat(43) }
    const names = [key, { ...key, SESSION_SECRET: 'another'.repeat(7) }].map(async (bindings) =>
      (await namesInList(bindings))('x'),
    )
    const [before, after] = await Promise.all(names)
    expect(after).toBe(before)
  })

  it('gets a deletion that it lacks from the cron, and drops an entry 90 days after its last event', async () => {
    const { id } = await createMember()
    await deleteAccount(id)
    const now = Date.now()
    await keepDeletionList(env, now)
    const name = (await namesInList(env))(id)
    expect((await readDeletionList(env)).has(name)).toBe(true)
    expect((await db.select().from(deletions).where(eq(deletions.memberId, id)))[0]?.listedAt).toBe(now)
    await dropOldEntries(env, now + 89 * dayMs)
    expect((await readDeletionList(env)).has(name)).toBe(true)
    await dropOldEntries(env, now + 91 * dayMs)
    expect((await readDeletionList(env)).has(name)).toBe(false)
  })
})

describe('after a restore of D1', () => {
  it('the site answers only once the list has been applied, and nothing of a purged account is back', async () => {
    await seedContent()
    const { member, canary } = await liveFully()
    const copy = await copyD1()
    await deleteAccount(member.id, 30 * dayMs)
    await purgeAll(Date.now())
    const places = placesOf(await dumpStores(), canary)
    await restoreD1(copy)
    expect((await findMember(member.id))?.state).toBe('complete')

    expect([await statusOf('/'), await statusOf('/api/auth/session'), await statusOf('/healthz')]).toEqual([503, 503, 200])
    await runCron(restoring, Date.now())
    expect([await statusOf('/'), await statusOf('/api/auth/session')]).toEqual([200, 401])
    expect(await findMember(member.id)).toBeUndefined()
    expect(placesOf(await dumpStores(), canary)).toEqual(places)
  })

  it('a deletion begins again, a restore of the account too, and others are left alone', async () => {
    const [leaving, back, staying] = [await createMember(), await createMember(), await createMember()]
    const early = await copyD1()
    await deleteAccount(leaving.id, dayMs)
    await deleteAccount(back.id, dayMs)
    await keepDeletionList(env, Date.now())
    const late = await copyD1()
    await recordRestore(env, back.id, (await deletionOf(back.id)) ?? { requestedAt: 0, by: 'member' }, Date.now())
    for (const [epoch, copy] of [
      ['early', early],
      ['late', late],
    ] as const) {
      await restoreD1(copy)
      await runCron({ ...env, RESTORE_EPOCH: epoch }, Date.now())
      const states = await Promise.all([leaving, back, staying].map(async ({ id }) => (await findMember(id))?.state))
      expect(states, epoch).toEqual(['deleted', 'complete', 'complete'])
      expect(
        (
          await db
            .select()
            .from(deletions)
            .where(inArray(deletions.memberId, [leaving.id, back.id, staying.id]))
        ).map(({ memberId, step }) => [memberId, step]),
        epoch,
      ).toEqual([[leaving.id, null]])
    }
  })

  it('is applied once for each value of RESTORE_EPOCH, and queues wait meanwhile', async () => {
    const bindings = { ...env, RESTORE_EPOCH: 'second' }
    const retried: unknown[] = []
    const batch = {
      queue: 'kismet-mail',
      messages: [],
      retryAll: (options: unknown) => void retried.push(options),
      ackAll: () => {},
    }
    await createMember()
    await db.update(areas).set({ rebuiltAt: 1 })
    await consumeQueue(batch as never, bindings)
    expect(retried).toEqual([{ delaySeconds: 300 }])
    await runCron(bindings, Date.now())
    await consumeQueue(batch as never, bindings)
    expect(retried).toHaveLength(1)
    const [row] = await db.select().from(restores).where(eq(restores.epoch, 'second'))
    expect(row?.appliedAt).not.toBeNull()
    // Area objects know of what the restore has undone.
    expect((await db.select().from(areas)).filter(({ rebuiltAt }) => rebuiltAt > 0)).toEqual([])
    expect(await statusOf('/', { ...env, RESTORE_EPOCH: 'third' })).toBe(503)
  })
})
