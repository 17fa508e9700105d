import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { boosts, likes, profiles } from '#db/schema.ts'
import { defaultView } from '#features/nearby/contract.ts'
import { listStatements, planList } from '#features/nearby/server/areas/list.ts'
import type { Cursor } from '#features/nearby/server/cursor.ts'
import { readOracle, readPage, toCompare } from '#test/support/worker/area-lists.ts'
import { settleAreas } from '#test/support/worker/areas.ts'
import { db, type TestMember } from '#test/support/worker/members.ts'
import { createCrowd, createPerson, newArea } from '#test/support/worker/places.ts'

const day = 24 * 60 * 60_000

/** All pages from areas; each equals the one by SQL. Answers whom they show and the rows that the dearest one reads. */
async function readAll(viewer: TestMember, now: number) {
  const seen: string[] = []
  const raisedBy: string[] = []
  let most = 0
  for (let cursor: Cursor | null = null; ;) {
    const asked = { viewerId: viewer.id, view: defaultView, cursor, now }
    const { asked: readings, isByAreas, ...page } = await readPage(asked)
    expect(isByAreas).toBe(true)
    const to = page.next ? (page.next.after ? page.next.to : page.next.from) : null
    expect(toCompare(page)).toEqual(toCompare(await readOracle(asked, to)))
    seen.push(...page.people.map(({ id }) => id))
    raisedBy.push(...page.raisedBy)
    most = Math.max(most, readings.reduce((sum, { rowsRead }) => sum + rowsRead, 0)) // prettier-ignore
    if (!page.next) return { seen, raisedBy, most }
    cursor = { sub: viewer.id, view: '', ...page.next }
  }
}

const boost = (where: ReturnType<typeof sql>, now: number) =>
  db.run(sql`insert into ${boosts} (id, member_id, starts_at, ends_at, parent_x, parent_y)
    select 'boost-' || member_id, member_id, ${now - 1}, ${now + day} + rowid, parent_x, parent_y from ${profiles} where ${where}`)

describe('pages from areas', () => {
  it('lose no one when most of a window like the viewer and a boost runs', async () => {
    const now = Date.now()
    const home = newArea()
    const viewer = await createPerson(home)
    const crowd = await createCrowd(home, 190, now)
    await db.run(sql`insert into ${likes} (from_id, to_id, created_at)
      select member_id, ${viewer.id}, ${now - day} + rowid from ${profiles} where member_id glob ${`${crowd}*`} limit 180`)
    await boost(sql`member_id = ${`${crowd}-185`}`, now)
    await settleAreas()
    const { seen, raisedBy } = await readAll(viewer, now)
    expect(seen).toHaveLength(190)
    expect(new Set(seen).size).toBe(190)
    expect(raisedBy).toHaveLength(1)
  })

  it('with more boosts than two pages show each person once, and count whom boosts have raised', async () => {
    const now = Date.now()
    const home = newArea()
    const viewer = await createPerson(home)
    const crowd = await createCrowd(home, 150, now)
    await boost(sql`member_id glob ${`${crowd}*`} and rowid % 2 = 0`, now)
    await settleAreas()
    const { seen, raisedBy, most } = await readAll(viewer, now)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(150)
    expect(raisedBy.length).toBeGreaterThan(20)
    expect(most).toBeLessThan(200)
  })

  it('have no place in the text of a statement, which the log has of a failure', async () => {
    const texts: string[][] = []
    for (let viewers = 0; viewers < 2; viewers++) {
      const home = newArea()
      const viewer = await createPerson(home)
      await createPerson(home)
      await settleAreas()
      const asked = { env, db, page: 'en' as const, viewerId: viewer.id, view: defaultView, cursor: null, now: Date.now() }
      const plan = await planList(asked)
      expect(plan?.cards.people).toHaveLength(1)
      texts.push(listStatements(asked, plan).map((statement) => statement.getQuery().sql))
    }
    expect(texts[0]).toEqual(texts[1])
  })

  it('go on behind a page of an earlier version, whose boosts gain no views', async () => {
    const now = Date.now()
    const home = newArea()
    const viewer = await createPerson(home)
    const crowd = await createCrowd(home, 80, now)
    await boost(sql`member_id glob ${`${crowd}*`} and rowid % 2 = 0`, now)
    await settleAreas()
    const asked = { viewerId: viewer.id, view: defaultView, cursor: null, now }
    const first = await readPage(asked)
    if (!first.next?.after) throw new Error('one page')
    const { natural, ...before } = first.next
    expect(natural).not.toBeNull()
    const second = await readPage({ ...asked, cursor: { sub: viewer.id, view: '', ...before } })
    expect(second.raisedBy).toEqual([])
    expect(second.people.filter(({ isBoosted }) => isBoosted)).toHaveLength(16)
    expect(second.people.filter(({ id }) => first.people.some((shown) => shown.id === id))).toEqual([])
  })
})
