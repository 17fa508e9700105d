import { env } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { areaMarks, areas, boosts, members, photos, profiles } from '#db/schema.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import { defaultView, type NearbyView } from '#features/nearby/contract.ts'
import { areaName, areaNames, type AreaRow } from '#features/nearby/server/areas/contract.ts'
import { forgetInAreas, repairAreas } from '#features/nearby/server/areas/repair.ts'
import { areaColumns, rebuildPage } from '#features/nearby/server/areas/rows.ts'
import { touchArea } from '#features/nearby/server/areas/touch.ts'
import { areaObject } from '#server/objects/stubs.ts'
import { readPage } from '#test/support/worker/area-lists.ts'
import { areaNameAt, listAreas, parentAt, settleAreas } from '#test/support/worker/areas.ts'
import { crash, storageOf } from '#test/support/worker/area-objects.ts'
import { db, type TestMember } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { cellAt, createCrowd, createPerson, moved, newArea } from '#test/support/worker/places.ts'

const day = 24 * 60 * 60_000
const minute = 60_000

async function idsFor(viewer: TestMember, view: Partial<NearbyView> = {}, now = Date.now()) {
  const page = await readPage({ viewerId: viewer.id, view: { ...defaultView, ...view }, cursor: null, now })
  return { ids: page.people.map(({ id }) => id), isByAreas: page.isByAreas }
}

const marksOf = async (id: string) => (await db.select().from(areaMarks).where(eq(areaMarks.memberId, id))).length
const clearMarks = () => db.run(sql`delete from ${areaMarks}`)

describe('a mark in D1', () => {
  it('is left by a change of every column that an area stores, whoever makes it', async () => {
    const person = await createPerson(newArea())
    // The activity is reported by its own call.
    const columns = [...queryOf(areaColumns(0)).matchAll(/\bq\.(\w+)/g)].map(([, column]) => column ?? '')
    const stored = [...new Set(columns)].filter((column) => !['member_id', 'active_at'].includes(column))
    expect(stored.length).toBeGreaterThan(19)
    const lists = ['visibility', 'interests', 'languages', 'prompt_answers']
    for (const column of [...stored, 'parent_x', 'parent_y', 'discoverable']) {
      await db.run(sql`update ${profiles} set discoverable = 1 where member_id = ${person.id}`)
      await clearMarks()
      await db.run(sql`update ${profiles} set ${sql.raw(column)} = ${sql.raw(column)} where member_id = ${person.id}`)
      expect([column, await marksOf(person.id)]).toEqual([column, 0])
      const other = sql.raw(lists.includes(column) ? `'[{"see":"me"}]'` : `coalesce(${column}, 0) <> 1`)
      await db.run(sql`update ${profiles} set ${sql.raw(column)} = ${other} where member_id = ${person.id}`)
      expect([column, await marksOf(person.id)]).toEqual([column, column.startsWith('parent') ? 2 : 1])
    }
  })

  it('is left by photos and boosts that come, change and go, by a new profile, and by its end', async () => {
    const person = await createPerson(newArea())
    expect(await marksOf(person.id)).toBe(1)
    const [photo, boost] = [newId(), newId()]
    const steps = [
      db.insert(photos).values({ id: photo, memberId: person.id, position: 0, key: photo, state: 'pending', width: 1, height: 1, createdAt: 1 }),
      db.update(photos).set({ state: 'approved' }).where(eq(photos.id, photo)),
      db.update(photos).set({ position: 1 }).where(eq(photos.id, photo)),
      db.delete(photos).where(eq(photos.id, photo)),
      db.insert(boosts).values({ id: boost, memberId: person.id, startsAt: 1, endsAt: 2 }),
      db.update(boosts).set({ endsAt: 3 }).where(eq(boosts.id, boost)),
      db.update(boosts).set({ extraViews: 1 }).where(eq(boosts.id, boost)),
      db.delete(boosts).where(eq(boosts.id, boost)),
      db.delete(profiles).where(eq(profiles.memberId, person.id)),
    ] // prettier-ignore
    const marks: number[] = []
    for (const step of steps) {
      await clearMarks()
      await step
      marks.push(await marksOf(person.id))
    }
    expect(marks).toEqual([0, 1, 0, 1, 1, 1, 0, 1, 1])
  })

  it('is not left by an activity, nor by a profile that is not listed', async () => {
    const person = await createPerson(newArea(), { discoverable: false })
    await db.update(profiles).set({ intent: 'open' }).where(eq(profiles.memberId, person.id))
    expect(await marksOf(person.id)).toBe(0)
    await db.update(profiles).set({ discoverable: true }).where(eq(profiles.memberId, person.id))
    await clearMarks()
    await db.update(profiles).set({ activeAt: 5 }).where(eq(profiles.memberId, person.id))
    expect(await marksOf(person.id)).toBe(0)
  })
})

const queryOf = (columns: ReturnType<typeof areaColumns>): string => db.all(sql`select ${columns}`).getQuery().sql

describe('an area', () => {
  it('is built from D1 when a page first asks, which SQL then answers', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const person = await createPerson(home)
    expect(await idsFor(viewer)).toEqual({ ids: [person.id], isByAreas: false })
    await expect.poll(() => areaObject(env, areaNameAt(home)).count()).toBe(2)
    expect(await idsFor(viewer)).toEqual({ ids: [person.id], isByAreas: true })
  })

  it('shows a change at the next page, and the mark is gone', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const person = await createPerson(home)
    await settleAreas()
    expect((await idsFor(viewer, { verified: true })).ids).toEqual([])
    await db.update(profiles).set({ verified: true }).where(eq(profiles.memberId, person.id))
    expect(await idsFor(viewer, { verified: true })).toEqual({ ids: [person.id], isByAreas: true })
    expect(await marksOf(person.id)).toBe(0)
    const newcomer = await createPerson(home, { verified: true })
    expect((await idsFor(viewer, { verified: true })).ids.toSorted()).toEqual([person.id, newcomer.id].toSorted())
    // A member who moves is in one list and not in the other.
    await db.update(profiles).set(cellColumnsOf(cellAt(moved(home, 300)))).where(eq(profiles.memberId, newcomer.id)) // prettier-ignore
    expect((await idsFor(viewer, { verified: true })).ids).toEqual([person.id])
    const away = await createPerson(moved(home, 300))
    await settleAreas()
    expect(await idsFor(away, { verified: true })).toEqual({ ids: [newcomer.id], isByAreas: true })
  })

  it('follows the activity of a member, and stores it at most once a minute, so that a dot outlives the object', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home, { activeAt: now - day })
    const first = await createPerson(home, { activeAt: now - 2 * minute })
    const other = await createPerson(home, { activeAt: now - 30 * minute })
    await settleAreas()
    expect((await idsFor(viewer, { order: 'neutral' })).ids).toEqual([first.id, other.id])
    const stored = async () => (await storageOf(areaNameAt(home), 'SELECT active_at FROM candidates WHERE id = ?', other.id))[0]?.['active_at'] // prettier-ignore
    const report = (activeAt: number) => touchArea(env, { id: other.id, activeAt, ...parentAt(home), parts: 1, nextParts: null })
    await report(now - minute)
    expect((await idsFor(viewer, { order: 'neutral' })).ids).toEqual([other.id, first.id])
    expect(await stored()).toBe(now - minute)
    await report(now - minute / 2)
    expect(await stored()).toBe(now - minute)
    await report(now + 4 * minute)
    await db.update(profiles).set({ activeAt: now + 4 * minute }).where(eq(profiles.memberId, other.id)) // prettier-ignore
    await crash(areaNameAt(home))
    const later = now + 8 * minute
    expect((await idsFor(viewer, { online: true }, later)).ids).toEqual([other.id])
  })

  it('reads thousands in pages, goes on after a crash, and loses nobody who is gone', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const crowd = await createCrowd(home, 2 * rebuildPage + 100, Date.now())
    const area = areaObject(env, areaNameAt(home))
    await area.rebuild()
    await expect.poll(async () => (await storageOf(areaNameAt(home), 'SELECT COUNT(*) AS count FROM candidates'))[0]?.['count']).not.toBe(0)
    await crash(areaNameAt(home))
    await expect.poll(() => areaObject(env, areaNameAt(home)).count(), { timeout: 30_000 }).toBe(2 * rebuildPage + 101)
    // Without a mark, as if it had been lost.
    await db.run(sql`delete from ${profiles} where member_id glob ${`${crowd}-*`} and rowid % 2 = 0`)
    await clearMarks()
    const [left] = await db.all<{ count: number }>(sql`select count(*) as count from ${profiles} where parent_x = ${parentAt(home).x} and parent_y = ${parentAt(home).y}`)
    await areaObject(env, areaNameAt(home)).rebuild()
    await expect.poll(() => areaObject(env, areaNameAt(home)).count(), { timeout: 30_000 }).toBe(left?.count)
    expect((await idsFor(viewer)).ids).toHaveLength(24)
  }, 90_000) // prettier-ignore

  it('reads everything again that an earlier build has stored, and leaves the list to SQL until then', async () => {
    const home = newArea()
    const viewer = await createPerson(home, { languages: ['de'] })
    const person = await createPerson(home, { languages: ['de'] })
    await settleAreas()
    const name = areaNameAt(home)
    expect(await idsFor(viewer, { speaks: 'en' })).toEqual({ ids: [person.id], isByAreas: true })
    await storageOf(name, `UPDATE candidates SET row = json_remove(row, '$.languages', '$.hasPromptAnswers')`)
    await storageOf(name, 'UPDATE schema_version SET version = 1')
    await crash(name)
    expect(await idsFor(viewer, { speaks: 'en' })).toEqual({ ids: [person.id], isByAreas: false })
    await expect.poll(() => areaObject(env, name).count()).toBe(2)
    expect(await idsFor(viewer, { speaks: 'en' })).toEqual({ ids: [person.id], isByAreas: true })
    expect((await storageOf(name, 'SELECT number FROM builds'))[0]?.['number']).toBe(2)
  })

  it('knows who has an answer that everyone sees, whatever is written in it', async () => {
    const home = newArea()
    const text = 'I said "see":"everyone"'
    const answerOf = (see: string) => ({ prompt: 'dance-floor', text, language: 'en', see })
    await createPerson(home, { promptAnswers: [answerOf('matches'), answerOf('me')] })
    const shown = await createPerson(home, { promptAnswers: [answerOf('me'), answerOf('everyone')] })
    await settleAreas()
    const having = `SELECT id FROM candidates WHERE row ->> '$.hasPromptAnswers' = 1`
    expect(await storageOf(areaNameAt(home), having)).toEqual([{ id: shown.id }])
  })

  it('ignores what is older than what it has', async () => {
    const home = newArea()
    const [person] = [await createPerson(home)]
    await settleAreas()
    const area = areaObject(env, areaNameAt(home))
    const now = Date.now()
    const [row] = await db.all<AreaRow>(
      sql`select ${areaColumns(Date.now())} from ${profiles} q where q.member_id = ${person.id}`,
    )
    if (!row) throw new Error('no row')
    const verifiedBy = async () => JSON.parse(String((await storageOf(areaNameAt(home), 'SELECT row FROM candidates'))[0]?.['row'] ?? 'null'))?.verified // prettier-ignore
    await area.apply([{ id: person.id, row: { ...row, verified: 1 }, revision: now + 50 }])
    await area.apply([{ id: person.id, row, revision: now + 49 }])
    expect(await verifiedBy()).toBe(1)
    await area.apply([{ id: person.id, row: null, revision: now + 60 }])
    await area.apply([{ id: person.id, row, revision: now + 59 }])
    expect(await area.count()).toBe(0)
    // As after a restore of D1, which knows of fewer changes than the area.
    await area.apply([{ id: person.id, row, revision: now + 1000 }])
    await area.rebuild()
    await expect
      .poll(async () => (await storageOf(areaNameAt(home), 'SELECT revision FROM candidates'))[0]?.['revision'])
      .toBeLessThan(now)
    expect(await verifiedBy()).toBe(0)
  })

  it('forgets a member whose profile is gone, and no late change brings them back', async () => {
    const home = newArea()
    const person = await createPerson(home)
    await settleAreas()
    // By a cascade, which no statement of ours knows of.
    await db.delete(members).where(eq(members.id, person.id))
    expect(await marksOf(person.id)).toBe(1)
    expect(await forgetInAreas(env, db, person.id, Date.now())).toBe(false)
    expect(await forgetInAreas(env, db, person.id, Date.now())).toBe(true)
    expect(await storageOf(areaNameAt(home), 'SELECT id FROM candidates')).toEqual([])
  })

  it('is divided into objects that answer together as it did, and is emptied', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const people = await Promise.all(Array.from({ length: 12 }, () => createPerson(home, { verified: true })))
    await settleAreas()
    const before = await idsFor(viewer, { verified: true })
    const { x, y } = parentAt(home)
    await db
      .update(areas)
      .set({ nextParts: 3 })
      .where(sql`parent_x = ${x} and parent_y = ${y}`)
    const partsOf = async () =>
      (
        await db
          .select()
          .from(areas)
          .where(sql`parent_x = ${x} and parent_y = ${y}`)
      )[0]?.parts
    await repairAreas(env, Date.now())
    const newcomer = await createPerson(home, { verified: true })
    await expect
      .poll(async () => {
        await repairAreas(env, Date.now())
        return partsOf()
      })
      .toBe(3)
    // The first page still asks the former object, and learns of the new ones.
    await idsFor(viewer, { verified: true })
    expect(await idsFor(viewer, { verified: true })).toMatchObject({ isByAreas: true })
    expect((await idsFor(viewer, { verified: true })).ids.toSorted()).toEqual([...before.ids, newcomer.id].toSorted())
    expect((await listAreas()).filter((name) => name.startsWith(`${x}.${y}.`))).toHaveLength(3)
    expect(await storageOf(areaNameAt(home), 'SELECT id FROM candidates')).toEqual([])
    const counts = await Promise.all(areaNames({ x, y }, 3).map((name) => areaObject(env, name).count()))
    expect(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(people.length + 2)
    expect(new Set(people.map(({ id }) => areaName({ x, y }, 3, id))).size).toBeGreaterThan(1)
  })
})
