import { env } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { areaMarks, profiles } from '#db/schema.ts'
import { defaultView } from '#features/nearby/contract.ts'
import { areaLimits } from '#features/nearby/server/areas/away.ts'
import { planList } from '#features/nearby/server/areas/list.ts'
import { repairAreas } from '#features/nearby/server/areas/repair.ts'
import { readPage } from '#test/support/worker/area-lists.ts'
import { areaNameAt, parentAt, settleAreas } from '#test/support/worker/areas.ts'
import { db, type TestMember } from '#test/support/worker/members.ts'
import { createCrowd, createPerson, fixedArea, moved, newArea, type Position } from '#test/support/worker/places.ts'

const marksAt = async (home: Position) => {
  const { x, y } = parentAt(home)
  return (await db.select().from(areaMarks).where(sql`parent_x = ${x} and parent_y = ${y}`)).length // prettier-ignore
}

/** The real areas, of which those `isSilent` never answer; `calls`: of every object, by name and method. */
function areasWith(isSilent: (name: string) => boolean) {
  const calls: string[] = []
  const getByName = (name: string) =>
    new Proxy(env.AREA.getByName(name), {
      get: (stub, method) => (value: never) => {
        calls.push(`${name} ${String(method)}`)
        return isSilent(name) ? new Promise(() => {}) : Reflect.get(stub, method)(value)
      },
    })
  return { calls, areas: { AREA: { getByName } } as unknown as Pick<typeof env, 'AREA'> }
}

beforeEach(() => Object.assign(areaLimits, { answerMs: 300, leftAloneMs: 60_000 }))
afterEach(() => {
  vi.useRealTimers()
  Object.assign(areaLimits, { answerMs: 20_000, leftAloneMs: 0 })
})

describe('an area that does not answer', () => {
  it('is waited for once, costs D1 no more than its share, and its people are missing, whatever has changed', async () => {
    const home = fixedArea(0)
    const far = moved(home, 40)
    const viewer = await createPerson(home)
    const [near, gone] = [await createPerson(home), await createPerson(far)]
    expect(areaNameAt(far)).not.toBe(areaNameAt(home))
    Object.assign(areaLimits, { answerMs: 20_000 })
    await settleAreas()
    Object.assign(areaLimits, { answerMs: 300 })
    // Marks of both areas.
    await db.run(sql`update ${profiles} set verified = 1 where member_id in (${near.id}, ${gone.id})`)
    const { areas, calls } = areasWith((name) => name === areaNameAt(far))
    const now = Date.now() + 60_000
    const pages: Awaited<ReturnType<typeof readPage>>[] = []
    const start = Date.now()
    for (let page = 0; page < 25; page++)
      pages.push(await readPage({ viewerId: viewer.id, view: { ...defaultView, verified: true }, cursor: null, now, areas }))
    expect(pages.map(({ isByAreas }) => isByAreas)).toEqual([...Array<boolean>(20).fill(false), ...Array<boolean>(5).fill(true)])
    expect(pages[0]?.people.map(({ id }) => id).toSorted()).toEqual([near.id, gone.id].toSorted())
    for (const { people } of pages.slice(20)) expect(people.map(({ id }) => id)).toEqual([near.id])
    expect(calls.filter((call) => call.startsWith(`${areaNameAt(far)} `))).toHaveLength(1)
    expect(Date.now() - start).toBeLessThan(25 * 300)
    expect([await marksAt(home), await marksAt(far)]).toEqual([0, 1])
  })

  it('keeps no page behind a change, is asked again within five seconds, and answers again within thirty after it died', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const ids = [(await createPerson(home)).id]
    Object.assign(areaLimits, { answerMs: 20_000 })
    await settleAreas()
    Object.assign(areaLimits, { answerMs: 300, leftAloneMs: 5000 })
    let isDead = true
    const { areas, calls } = areasWith((name) => isDead && name === areaNameAt(home))
    const start = Date.now() + 180_000
    vi.useFakeTimers({ toFake: ['Date'] })
    const byAreas: number[] = []
    for (let second = 0; second <= 30; second++) {
      vi.setSystemTime(start + second * 1000)
      if (second === 13) isDead = false
      if (second % 3 === 0) ids.push((await createPerson(home)).id)
      if (second % 10 === 5) await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, ids.shift() ?? '')) // prettier-ignore
      const page = await readPage({ viewerId: viewer.id, view: defaultView, cursor: null, now: Date.now(), areas })
      expect(page.people.map(({ id }) => id).toSorted(), `second ${second}`).toEqual(ids.toSorted())
      if (page.isByAreas) byAreas.push(second)
    }
    // Died at 0, back at 13: asked at 0, 5, 10 and 15.
    expect(byAreas).toEqual(Array.from({ length: 16 }, (_, index) => 15 + index))
    // Once each time while it was away, and for each page from then on.
    expect(calls.filter((call) => call === `${areaNameAt(home)} findCandidates`).length).toBeGreaterThanOrEqual(3 + 16)
    expect(calls.length).toBeLessThan(80)
  }, 60_000)

  it('takes no page that may not be seen anyway: only who reads the list learns of it', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    Object.assign(areaLimits, { answerMs: 20_000 })
    await settleAreas()
    Object.assign(areaLimits, { answerMs: 50 })
    const { areas } = areasWith(() => true)
    const now = Date.now() + 120_000
    const asked = { viewerId: viewer.id, view: defaultView, cursor: null, now }
    for (let page = 0; page < 20; page++) await readPage({ ...asked, areas })
    expect(await planList({ ...asked, page: 'en', env: areas, db })).toMatchObject({ isAway: true })
    await expect(readPage({ ...asked, areas })).rejects.toMatchObject({ status: 503 })
  })
})

describe('many changes at once', () => {
  const changed = (crowd: string) => db.run(sql`update ${profiles} set verified = 1 where member_id glob ${`${crowd}*`}`)

  async function crowdOf(size: number): Promise<{ home: Position; viewer: TestMember; crowd: string }> {
    const home = newArea()
    const viewer = await createPerson(home)
    const crowd = await createCrowd(home, size, Date.now())
    Object.assign(areaLimits, { answerMs: 20_000 })
    await settleAreas()
    await changed(crowd)
    return { home, viewer, crowd }
  }

  it('are reported by pages bit by bit, who read nothing again and leave nothing to SQL', async () => {
    const { home, viewer } = await crowdOf(180)
    const { areas, calls } = areasWith(() => false)
    const asked = { viewerId: viewer.id, view: { ...defaultView, verified: true }, cursor: null, now: Date.now(), areas }
    const left: number[] = []
    for (let page = 0; page < 4; page++) {
      const { isByAreas, people, asked: readings } = await readPage(asked)
      expect(isByAreas).toBe(true)
      expect(people).toHaveLength(24)
      expect(readings.length).toBeLessThan(4)
      left.push(await marksAt(home))
    }
    expect(left).toEqual([129, 78, 27, 0])
    expect(calls.filter((call) => call.endsWith(' rebuild'))).toEqual([])
  })

  it('are reported by the cron', async () => {
    const { home } = await crowdOf(180)
    await repairAreas(env, Date.now())
    expect(await marksAt(home)).toBe(0)
  })
})
