import { env, runInDurableObject } from 'cloudflare:test'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { areaMarks, areas, boosts, profiles } from '#db/schema.ts'
import { cellColumnsOf } from '#features/location/rules.ts'
import { defaultView } from '#features/nearby/contract.ts'
import { changesStatement, clearMarksSql } from '#features/nearby/server/areas/changes.ts'
import { areaName, areaNames, type AreaRow } from '#features/nearby/server/areas/contract.ts'
import { forgetInAreas, repairAreas, repairLimits } from '#features/nearby/server/areas/repair.ts'
import { areaColumns } from '#features/nearby/server/areas/rows.ts'
import { touchArea } from '#features/nearby/server/areas/touch.ts'
import { noteActivity } from '#features/profile/server/public.ts'
import { areaObject } from '#server/objects/stubs.ts'
import { readPage } from '#test/support/worker/area-lists.ts'
import { crash, storageOf } from '#test/support/worker/area-objects.ts'
import { areaNameAt, listAreas, parentAt, settleAreas } from '#test/support/worker/areas.ts'
import { db } from '#test/support/worker/members.ts'
import { cellAt, createCrowd, createPerson, moved, newArea, rowsRead, type Position } from '#test/support/worker/places.ts'

const day = 24 * 60 * 60_000
const minute = 60_000

const isAt = ({ x, y }: { x: number; y: number }) => and(eq(areas.parentX, x), eq(areas.parentY, y))
const areaAt = async (home: Position) =>
  (
    await db
      .select()
      .from(areas)
      .where(isAt(parentAt(home)))
  )[0]
const setArea = (home: Position, values: Partial<typeof areas.$inferInsert>) =>
  db
    .update(areas)
    .set(values)
    .where(isAt(parentAt(home)))
const marksOf = async (id: string) => (await db.select().from(areaMarks).where(eq(areaMarks.memberId, id))).length
const storedIn = async (name: string) =>
  (await storageOf(name, 'SELECT id FROM candidates')).map(({ id }) => String(id)).toSorted()
const verify = (id: string, verified = true) => db.update(profiles).set({ verified }).where(eq(profiles.memberId, id))
const rowOf = async (id: string): Promise<AreaRow> => {
  const [row] = await db.all<AreaRow>(sql`select ${areaColumns(Date.now())} from ${profiles} q where q.member_id = ${id}`)
  if (!row) throw new Error('no row')
  return row
}

/** The real areas, where a call of this method to this object never answers. */
function areasWithout(isSilent: (name: string, method: string) => boolean): typeof env {
  const getByName = (name: string) =>
    new Proxy(env.AREA.getByName(name), {
      get: (stub, method) => (value: never) =>
        isSilent(name, String(method)) ? new Promise(() => {}) : Reflect.get(stub, method)(value),
    })
  return { ...env, AREA: { getByName } as unknown as typeof env.AREA }
}

afterEach(() => Object.assign(repairLimits, { callMs: 10_000 }))

describe('the repair of areas', () => {
  it('reaches every other area while one with hundreds of marks is away, and tries that one again', async () => {
    const homes = [newArea(), newArea(), newArea()].toSorted((a, b) => parentAt(a).x - parentAt(b).x)
    const [away, other] = homes
    if (!away || !other) throw new Error('no areas')
    const crowd = await createCrowd(away, 700, Date.now())
    const person = await createPerson(other)
    await settleAreas()
    await db.run(sql`update ${profiles} set verified = 1 where member_id glob ${`${crowd}*`}`)
    await verify(person.id)
    repairLimits.callMs = 300
    const start = Date.now()
    const { failed } = await repairAreas(areasWithout((name) => name === areaNameAt(away)), Date.now()) // prettier-ignore
    expect(Date.now() - start).toBeLessThan(5000)
    expect(await marksOf(person.id)).toBe(0)
    expect(failed).toBe(1)
    await db.update(areas).set({ rebuiltAt: 0 })
    await repairAreas(areasWithout((name) => name === areaNameAt(away)), Date.now()) // prettier-ignore
    expect((await areaAt(away))?.rebuiltAt).toBe(0)
    expect((await areaAt(other))?.rebuiltAt).toBeGreaterThan(Date.now() - 7 * 60 * minute)
    await repairAreas(env, Date.now())
    expect((await areaAt(away))?.rebuiltAt).toBeGreaterThan(0)
    expect(await db.select().from(areaMarks)).toEqual([])
  }, 60_000)

  it('spreads the next rebuilds over hours, however many areas there are', async () => {
    const homes = Array.from({ length: 24 }, newArea)
    for (const home of homes) await createPerson(home)
    await settleAreas()
    await db.update(areas).set({ rebuiltAt: 0 })
    const now = Date.now()
    await repairAreas(env, now)
    const times = (await db.select({ at: areas.rebuiltAt }).from(areas)).map(({ at }) => at)
    expect(Math.min(...times)).toBeGreaterThan(now - 6 * 60 * minute)
    expect(Math.max(...times)).toBeLessThanOrEqual(now)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(60 * minute)
  }, 60_000)

  it('removes an area in which no one is left, and who comes later is found', async () => {
    const home = newArea()
    const person = await createPerson(home)
    await settleAreas()
    await db.update(profiles).set(cellColumnsOf(cellAt(moved(home, 300)))).where(eq(profiles.memberId, person.id)) // prettier-ignore
    await settleAreas()
    await setArea(home, { rebuiltAt: 0 })
    await repairAreas(env, Date.now())
    expect(await areaAt(home)).toBeUndefined()
    const [viewer, newcomer] = [await createPerson(home), await createPerson(home)]
    await settleAreas()
    const { people, isByAreas } = await readPage({ viewerId: viewer.id, view: defaultView, cursor: null, now: Date.now() })
    expect([isByAreas, people.map(({ id }) => id)]).toEqual([true, [newcomer.id]])
  })

  it('clears marks at a cost that grows with their number alone', async () => {
    const home = newArea()
    const crowd = await createCrowd(home, 500, Date.now())
    const changes = await changesStatement(db, sql`m.member_id glob ${`${crowd}*`}`, Date.now(), 500)
    const clear = clearMarksSql(
      { ...parentAt(home), parts: 1 },
      changes.map(({ memberId: id, revision }) => ({ id, revision })),
    )
    const { sql: text, params } = db.run(clear).getQuery()
    expect(changes).toHaveLength(500)
    expect(await rowsRead(text, params)).toBeLessThan(4000)
    expect(await marksOf(crowd)).toBe(0)
  })
})

describe('an area that is being divided', () => {
  async function divided(size = 8) {
    const home = newArea()
    const people = await Promise.all(Array.from({ length: size }, () => createPerson(home)))
    await settleAreas()
    const [person = ''] = people.map(({ id }) => id)
    return { home, person, part: areaName(parentAt(home), 2, person), people: people.map(({ id }) => id) }
  }
  const buildParts = async (home: Position) => {
    for (const name of areaNames(parentAt(home), 2)) {
      await areaObject(env, name).rebuild()
      await expect.poll(() => areaObject(env, name).count()).not.toBeNull()
    }
  }

  it('keeps the marks of its new objects when the present one has read everything again', async () => {
    const { home, person, part } = await divided()
    await setArea(home, { nextParts: 2 })
    await buildParts(home)
    await verify(person)
    await areaObject(env, areaNameAt(home)).rebuild()
    await expect.poll(async () => String((await storageOf(areaNameAt(home), 'SELECT row FROM candidates WHERE id = ?', person))[0]?.['row'])).toContain('"verified":1') // prettier-ignore
    await expect.poll(async () => (await storageOf(areaNameAt(home), 'SELECT done FROM builds'))[0]?.['done']).toBe(1)
    expect(await marksOf(person)).toBe(1)
    await repairAreas(env, Date.now())
    expect(String((await storageOf(part, 'SELECT row FROM candidates WHERE id = ?', person))[0]?.['row'])).toContain(
      '"verified":1',
    )
    expect(await marksOf(person)).toBe(0)
  })

  it('forgets a member in its present and in its new objects', async () => {
    const { home, person, part } = await divided()
    await setArea(home, { nextParts: 2 })
    await buildParts(home)
    expect(await storedIn(part)).toContain(person)
    await db.delete(profiles).where(eq(profiles.memberId, person))
    expect(await forgetInAreas(env, db, person, Date.now())).toBe(false)
    expect(await forgetInAreas(env, db, person, Date.now())).toBe(true)
    expect(await storedIn(part)).not.toContain(person)
    expect(await storedIn(areaNameAt(home))).not.toContain(person)
  })

  it('tells its new objects of activity, too', async () => {
    const { home, person, part } = await divided()
    await setArea(home, { nextParts: 2 })
    await buildParts(home)
    const now = Date.now() + 30 * minute
    const noted = await noteActivity(db, person, now)
    if (!noted) throw new Error('not noted')
    await touchArea(env, noted)
    for (const name of [areaNameAt(home), part])
      expect((await storageOf(name, 'SELECT active_at FROM candidates WHERE id = ?', person))[0]?.['active_at']).toBe(now)
  })

  it('empties its former objects as soon as they answer again', async () => {
    const { home, people } = await divided()
    await setArea(home, { nextParts: 2 })
    await buildParts(home)
    repairLimits.callMs = 300
    const { failed } = await repairAreas(areasWithout((name, method) => name === areaNameAt(home) && method === 'clear'), Date.now()) // prettier-ignore
    expect(failed).toBe(1)
    expect(await areaAt(home)).toMatchObject({ parts: 2, nextParts: null, formerParts: 1 })
    expect(await storedIn(areaNameAt(home))).toEqual(people.toSorted())
    await repairAreas(env, Date.now())
    expect(await storedIn(areaNameAt(home))).toEqual([])
    expect(await areaAt(home)).toMatchObject({ parts: 2, formerParts: null })
    expect((await listAreas()).filter((name) => name.startsWith(`${areaNameAt(home)}.`))).toHaveLength(2)
  })

  it('and has been: each part clears the marks of its own people when it has read everything', async () => {
    const { home, people } = await divided()
    await setArea(home, { parts: 2 })
    for (const id of people) await verify(id)
    const [first = '', second = ''] = areaNames(parentAt(home), 2)
    const left = async () => (await Promise.all(people.map(marksOf))).reduce((sum, count) => sum + count, 0)
    const own = people.filter((id) => areaName(parentAt(home), 2, id) === first).length
    expect(own).toBeGreaterThan(0)
    await areaObject(env, first).rebuild()
    await expect.poll(left).toBe(people.length - own)
    await areaObject(env, second).rebuild()
    await expect.poll(left).toBe(0)
  })
})

describe('an area object', () => {
  it('asks for its build again when an alarm was lost', async () => {
    const home = newArea()
    await createPerson(home)
    await settleAreas()
    await runInDurableObject(areaObject(env, areaNameAt(home)), async (_, { storage }) => {
      storage.sql.exec('UPDATE builds SET done = 0, ready = 0')
      storage.sql.exec('DELETE FROM alarms')
      await storage.deleteAlarm()
    })
    await crash(areaNameAt(home))
    expect(await areaObject(env, areaNameAt(home)).count()).toBeNull()
    const viewer = await createPerson(home)
    await readPage({ viewerId: viewer.id, view: defaultView, cursor: null, now: Date.now() })
    await expect.poll(() => areaObject(env, areaNameAt(home)).count()).toBe(2)
  })

  it('keeps an activity hidden that was reported before its member hid it', async () => {
    const home = newArea()
    const now = Math.floor(Date.now() / day) * day + 10 * 60 * minute
    const person = await createPerson(home, { activeAt: now - day })
    await settleAreas()
    const noted = { id: person.id, activeAt: now, ...parentAt(home), parts: 1, nextParts: null }
    await db.update(profiles).set({ showsOnline: false }).where(eq(profiles.memberId, person.id))
    await repairAreas(env, now)
    for (const isLoaded of [false, true]) {
      if (isLoaded) await readPage({ viewerId: person.id, view: defaultView, cursor: null, now })
      await touchArea(env, { ...noted, activeAt: now + (isLoaded ? day : 0) })
      const [stored] = await storageOf(areaNameAt(home), 'SELECT active_at FROM candidates')
      expect(Number(stored?.['active_at']) % day).toBe(0)
    }
  })

  it('brings nobody back by a change from before their removal, even after a restart', async () => {
    const home = newArea()
    const [person, other] = [await createPerson(home), await createPerson(home)]
    await settleAreas()
    const area = () => areaObject(env, areaNameAt(home))
    const row = await rowOf(person.id)
    const revision = (await areaAt(home))?.revision ?? 0
    await area().apply([{ id: person.id, row: null, revision: revision + 10 }])
    await crash(areaNameAt(home))
    await area().apply([{ id: person.id, row, revision: revision + 9 }])
    expect(await storedIn(areaNameAt(home))).toEqual([other.id])
    // Its mark stays, so that a later reading decides.
    await verify(person.id)
    const [change] = await changesStatement(db, sql`m.member_id = ${person.id}`, Date.now())
    if (!change) throw new Error('no mark')
    await area().apply([{ id: person.id, row, revision: revision + 5 }])
    expect(await marksOf(person.id)).toBe(1)
    await area().apply([{ id: person.id, row, revision: Math.max(change.revision, revision + 11) }])
    expect(await storedIn(areaNameAt(home))).toEqual([person.id, other.id].toSorted())
    expect(await marksOf(person.id)).toBe(0)
  })

  it('raises a boost that ran at the clock of a list, though it has ended since and its member was read again', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    const [person] = [await createPerson(home), await createPerson(home)]
    await db.insert(boosts).values({ id: `ended-${person.id}`, memberId: person.id, startsAt: now - 50 * minute, endsAt: now - 10 * minute, parentX: parentAt(home).x, parentY: parentAt(home).y }) // prettier-ignore
    await settleAreas()
    const cursor = { sub: viewer.id, view: '', at: now - 20 * minute, from: null, to: null, after: null }
    await db.update(profiles).set({ activeAt: now - day })
    await areaObject(env, areaNameAt(home)).rebuild()
    await expect.poll(async () => (await storageOf(areaNameAt(home), 'SELECT done, number FROM builds'))[0]).toMatchObject({ done: 1, number: 2 }) // prettier-ignore
    const { people, isByAreas } = await readPage({ viewerId: viewer.id, view: defaultView, cursor, now })
    expect(isByAreas).toBe(true)
    expect(people.filter(({ isBoosted }) => isBoosted).map(({ id }) => id)).toEqual([person.id])
  })
})
