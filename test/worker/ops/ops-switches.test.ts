import { afterAll, describe, expect, it, vi } from 'vitest'
import { and, eq } from 'drizzle-orm'
import { auditLog, contentRevision, switches } from '#db/schema.ts'
import { readClosed } from '#server/switches.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { createModerator } from '#test/support/worker/staff.ts'
import type { Database } from '#db/database.ts'

afterAll(() => db.delete(switches))

const reason = 'Somebody uploads what must not be here'
const entriesOf = async (actorId: string) =>
  (
    await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, actorId), eq(auditLog.subjectKind, 'switch')))
  ).map(({ action, subjectId, detail }) => ({ action, subjectId, detail }))
const revision = async () => (await db.select().from(contentRevision))[0]?.revision ?? 0
const isOff = async (name: string) => (await db.select().from(switches).where(eq(switches.name, name))).length > 0

describe('the page of switches', () => {
  it('switches a part off and on with a reason, which the audit log keeps; cached pages are made anew', async () => {
    const operator = await createModerator('operator')
    const before = await revision()
    const off = await operator.submit('/ops/switches/photos', { to: 'off', reason })
    expect([off.status, off.headers.get('location'), await isOff('photos')]).toEqual([
      303,
      '/ops/switches?done=switched-off',
      true,
    ])
    expect(await revision()).toBe(before + 1)
    const page = await (await operator.get('/ops/switches')).text()
    expect(page).toMatch(/Photos: off since <time/)
    expect(page).toMatch(/Store: on/)
    expect(page).toContain(reason)

    // Somebody else was quicker.
    expect((await operator.submit('/ops/switches/photos', { to: 'off', reason })).status).toBe(409)
    const on = await operator.submit('/ops/switches/photos', { to: 'on', reason: 'It is over now' })
    expect([on.status, await isOff('photos'), await revision()]).toEqual([303, false, before + 2])
    expect((await operator.submit('/ops/switches/photos', { to: 'on', reason })).status).toBe(409)
    expect(await entriesOf(operator.id)).toEqual([
      { action: 'switch.off', subjectId: 'photos', detail: { reason } },
      { action: 'switch.on', subjectId: 'photos', detail: { reason: 'It is over now' } },
    ])
    expect(await revision()).toBe(before + 2)
  })

  it('takes no change without a reason, and no other switch', async () => {
    const operator = await createModerator('operator')
    for (const [name, fields] of [
      ['store', { to: 'off' }],
      ['store', { to: 'off', reason: 'short' }],
      ['store', { to: 'sideways', reason }],
      ['everything', { to: 'off', reason }],
    ] as const) {
      expect((await operator.submit(`/ops/switches/${name}`, fields)).status, name).toBe(422)
    }
    expect([await isOff('store'), await isOff('everything'), await entriesOf(operator.id)]).toEqual([false, false, []])
  })

  it('is operators’ alone', async () => {
    const [moderator, member] = [await createModerator(), await createMember()]
    expect((await moderator.get('/ops/switches')).headers.get('location')).toBe('/ops')
    expect((await moderator.submit('/ops/switches/store', { to: 'off', reason })).headers.get('location')).toBe('/ops')
    expect((await openPage(member, '/ops/switches')).status).toBe(404)
    expect(await isOff('store')).toBe(false)
  })
})

describe('what is known of the switches', () => {
  /** A database whose table of switches can be changed and taken away. */
  const tableOf = (names: string[]) => {
    const asked = vi.fn(async () => names.map((name) => ({ name })))
    return { asked, database: { select: () => ({ from: asked }) } as unknown as Database }
  }

  it('is read once a minute, and stays while the database is away', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const start = Date.now() + 365 * 24 * 60 * 60_000
    const { asked, database } = tableOf(['store', 'a part of a later build'])
    expect([...(await readClosed(database, start))]).toEqual(['store'])
    asked.mockResolvedValue([])
    expect([...(await readClosed(database, start + 59_999))]).toEqual(['store'])
    expect(asked).toHaveBeenCalledTimes(1)
    asked.mockRejectedValue(new Error('away'))
    expect([...(await readClosed(database, start + 60_000))]).toEqual(['store'])
    asked.mockResolvedValue([])
    expect([...(await readClosed(database, start + 119_999))]).toEqual(['store'])
    expect([...(await readClosed(database, start + 120_000))]).toEqual([])
    expect(asked).toHaveBeenCalledTimes(3)
  })
})
