import { desc, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { blocks, likes, pairs, passes, profiles } from '#db/schema.ts'
import { parentColumns, type Cell } from '#features/location/grid.ts'
import { parentsAround } from '#features/location/rules.ts'
import { nearParentsSql } from '#features/location/server/public.ts'
import { defaultView, windowSize, type NearbyView, type PeopleNearbyProps } from '#features/nearby/contract.ts'
import { raisedStatement } from '#features/nearby/server/raised.ts'
import { candidatesStatement, type Window } from '#features/nearby/server/queries.ts'
import { createMember, db, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { createCrowd, createPerson, moved, newArea, rowsRead } from '#test/support/worker/places.ts'

const day = 24 * 60 * 60_000
const everything: Window = { from: null, to: null }

async function findIds(
  viewer: TestMember,
  view: Partial<NearbyView> = {},
  window = everything,
  now = Date.now(),
): Promise<string[]> {
  const rows = await candidatesStatement(db, { viewerId: viewer.id, view: { ...defaultView, ...view }, window, now, at: now })
  return rows.filter((row) => row.fits).map((row) => row.id)
}

describe('whom a member meets nearby', () => {
  it('is everyone who fits, the latest active first', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    const early = await createPerson(home, { activeAt: now - 5000 })
    const late = await createPerson(moved(home, 10, -10), { activeAt: now - 1000 })
    expect(await findIds(viewer)).toEqual([late.id, early.id])
  })

  it('looks for them and is looked for by them, in gender', async () => {
    const home = newArea()
    const viewer = await createPerson(home, { is: 'woman', seeks: ['man'] })
    const fits = await createPerson(home, { is: 'man', seeks: ['woman', 'nonbinary'] })
    await createPerson(home, { is: 'man', seeks: ['man'] })
    await createPerson(home, { is: 'woman', seeks: ['woman'] })
    await createPerson(home, { is: 'nonbinary', seeks: ['woman'] })
    expect(await findIds(viewer)).toEqual([fits.id])
  })

  it('is of an age that each looks for, to the day', async () => {
    const home = newArea()
    const now = Date.UTC(2026, 10, 20, 12)
    const viewer = await createPerson(home, { birthDate: '1996-11-20', seeksAgeMin: 25, seeksAgeMax: 35 })
    const youngest = await createPerson(home, { birthDate: '2001-11-20', activeAt: now })
    const oldest = await createPerson(home, { birthDate: '1990-11-21', activeAt: now - 1 })
    await createPerson(home, { birthDate: '2001-11-21' })
    await createPerson(home, { birthDate: '1990-11-20' })
    await createPerson(home, { birthDate: '1996-01-01', seeksAgeMin: 31, seeksAgeMax: 99 })
    await createPerson(home, { birthDate: '1996-01-01', seeksAgeMin: 18, seeksAgeMax: 29 })
    expect(await findIds(viewer, {}, everything, now)).toEqual([youngest.id, oldest.id])
  })

  it('is nobody blocked either way, liked, passed or matched, and never oneself', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    const people = await Promise.all(Array.from({ length: 8 }, (_, index) => createPerson(home, { activeAt: now - index })))
    const [blocked, blocker, liked, passed, matched, withdrawn, returned, admirer] = people.map((person) => person.id) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const [lowId, highId] = [viewer.id, matched].sort() as [string, string]
    await db.batch([
      db.insert(blocks).values({ blockerId: viewer.id, blockedId: blocked, createdAt: now }),
      db.insert(blocks).values({ blockerId: blocker, blockedId: viewer.id, createdAt: now }),
      db.insert(likes).values({ fromId: viewer.id, toId: liked, createdAt: now }),
      db.insert(likes).values({ fromId: viewer.id, toId: withdrawn, createdAt: now, withdrawnAt: now }),
      db.insert(likes).values({ fromId: admirer, toId: viewer.id, createdAt: now }),
      db.insert(passes).values({ fromId: viewer.id, toId: passed, createdAt: now, expiresAt: now + day }),
      db.insert(passes).values({ fromId: viewer.id, toId: returned, createdAt: now - day, expiresAt: now - 1 }),
      db.insert(pairs).values({ lowId, highId, conversationId: `${lowId}-${highId}`, matchedAt: now }),
    ])
    expect(await findIds(viewer)).toEqual([withdrawn, returned, admirer])
  })

  it('is nobody incomplete, paused or restricted', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    await createPerson(home, { discoverable: false })
    expect(await findIds(viewer)).toEqual([])
  })

  it('lives within the neighbouring parent cells, further away only with consent', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const near = await createPerson(moved(home, 35, 15))
    const far = await createPerson(moved(home, 200))
    expect(await findIds(viewer)).toEqual([near.id])
    const wide = await findIds(viewer, { wide: true })
    expect(wide).toContain(near.id)
    expect(wide).toContain(far.id)
  })

  it('lives up to 100 km away when the filter says so', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const town = await createPerson(moved(home, 0, 92))
    expect(await findIds(viewer)).not.toContain(town.id)
    expect(await findIds(viewer, { within: 100 })).toContain(town.id)
    expect(await findIds(viewer, { within: 5 })).not.toContain(town.id)
  })

  it('is nobody for a member without a place', async () => {
    expect(await findIds(await createMember())).toEqual([])
  })
})

describe('filters', () => {
  it('leave only those of the age, gender, intent, presence and badge asked for', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    const wanted = { is: 'man', intent: 'dating', verified: true, birthDate: '1995-01-01', activeAt: now }
    const fits = await createPerson(home, wanted)
    await createPerson(home, { ...wanted, is: 'woman' })
    await createPerson(home, { ...wanted, intent: 'marriage' })
    await createPerson(home, { ...wanted, intent: null })
    await createPerson(home, { ...wanted, verified: false })
    await createPerson(home, { ...wanted, birthDate: '1980-01-01' })
    await createPerson(home, { ...wanted, activeAt: now - 6 * 60_000 })
    const view = {
      genders: ['man' as const],
      intents: ['dating' as const, 'open' as const],
      online: true,
      verified: true,
      ageMin: 25,
      ageMax: 40,
    }
    expect(await findIds(viewer, view, everything, now)).toEqual([fits.id])
  })
})

describe('the filter by language', () => {
  const speaks = 'en' as const

  it('leaves those who show everyone a language of the viewer', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home, { languages: ['uk', 'de'] })
    const one = await createPerson(home, { languages: ['fr', 'de'], activeAt: now })
    const all = await createPerson(home, { languages: ['de', 'uk'], visibility: { languages: 'everyone' }, activeAt: now - 1 })
    await createPerson(home, { languages: ['en'] })
    await createPerson(home)
    await createPerson(home, { languages: ['de'], visibility: { languages: 'matches' } })
    await createPerson(home, { languages: ['de'], visibility: { languages: 'me' } })
    expect(await findIds(viewer, { speaks })).toEqual([one.id, all.id])
    expect(await findIds(viewer)).toHaveLength(6)
  })

  it('takes a viewer without languages to speak that of the page', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const english = await createPerson(home, { languages: ['en'] })
    const german = await createPerson(home, { languages: ['de'] })
    expect(await findIds(viewer, { speaks })).toEqual([english.id])
    expect(await findIds(viewer, { speaks: 'de' })).toEqual([german.id])
  })

  it('knows no language that is no choice any more', async () => {
    const home = newArea()
    const viewer = await createPerson(home, { languages: ['xx'] })
    await createPerson(home, { languages: ['xx', 'en'] })
    expect(await findIds(viewer, { speaks })).toEqual([])
  })
})

describe('windows', () => {
  it('hold at most 200, and the next begins behind the last', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    await createCrowd(home, 230, now)
    const first = await candidatesStatement(db, { viewerId: viewer.id, view: defaultView, window: everything, now, at: now })
    expect(first).toHaveLength(windowSize)
    const last = first.at(-1)
    if (!last) throw new Error('an empty window')
    const end = { activeAt: last.activeAt, id: last.id }
    const second = await findIds(viewer, {}, { from: end, to: null })
    expect(second).toHaveLength(30)
    expect(await findIds(viewer, {}, { from: null, to: end })).toEqual(first.map((row) => row.id))
    expect(new Set([...first.map((row) => row.id), ...second]).size).toBe(230)
  })

  it('of any distance begin with 72 steps, and take all 200 if those do not fill a page', async () => {
    const home = newArea()
    // Later than everyone else, for as long as the token lasts.
    const now = Date.now() + 8 * 60_000
    const viewer = await createPerson(home)
    const crowd = await createCrowd(home, 900, now)
    const number = sql`cast(substr(member_id, length(${crowd}) + 2) as integer)`
    // Of the newest 600, those that are left are one in twenty: 30 in 600, fewer than a page among the first 72 steps.
    await db.run(sql`insert into passes select ${viewer.id}, member_id, 1, ${now + day} from profiles
      where member_id = ${crowd} or (member_id glob ${`${crowd}-*`} and ${number} <= 600 and ${number} % 20 <> 0)`)
    const seen: string[] = []
    const pages: number[] = []
    vi.useFakeTimers({ toFake: ['Date'], now })
    for (let query = '?wide=1'; seen.length < 150;) {
      const { nearby } = (await readPayload<PeopleNearbyProps>(viewer, `/people-nearby${query}`)).props
      pages.push(nearby.people.length)
      seen.push(...nearby.people.map(({ id }) => id))
      if (nearby.next === null) break
      query = `?wide=1&cursor=${nearby.next}`
    }
    vi.useRealTimers()
    expect(pages[0]).toBe(24)
    expect(new Set(seen).size).toBe(seen.length)
    // Window by window, so that everyone of the crowd who is left comes in the order of activity, give or take a window.
    const left = await db.all<{ id: string }>(sql`select member_id as id from profiles
      where member_id glob ${`${crowd}-*`} and (${number} > 600 or ${number} % 20 = 0) order by active_at desc limit 100`)
    expect(left.filter(({ id }) => !seen.includes(id))).toEqual([])
  }, 60_000)

  it('read rows in proportion to the window: as many among 20,000 as among 5,000', async () => {
    const now = Date.now()
    const view = { ...defaultView, ageMin: 20, ageMax: 60, within: 25 as const, genders: ['woman' as const] }
    const readAmong = async (population: number) => {
      const home = newArea()
      const viewer = await createPerson(home)
      await createCrowd(home, population, now)
      const list = candidatesStatement(db, { viewerId: viewer.id, view, window: everything, now, at: now }).getQuery()
      const boosted = raisedStatement(db, { viewerId: viewer.id, view, now, at: now }).getQuery()
      return (await rowsRead(list.sql, list.params)) + (await rowsRead(boosted.sql, boosted.params))
    }
    const [few, many] = [await readAmong(5000), await readAmong(20_000)]
    // The areas differ by a parent cell or two.
    expect(Math.abs(many - few)).toBeLessThan(20)
    expect(many).toBeLessThan(8 * windowSize)
  }, 60_000)

  it.each([{}, { wide: true }])('read no more when nobody passes the filters, near or anywhere (%o)', async (place) => {
    const now = Date.now()
    const home = newArea()
    const viewer = await createPerson(home)
    await createCrowd(home, 12_000, now)
    const view = { ...defaultView, ...place, verified: true, ageMax: 18 }
    const list = candidatesStatement(db, { viewerId: viewer.id, view, window: everything, now, at: now }).getQuery()
    expect(await rowsRead(list.sql, list.params)).toBeLessThan(12 * windowSize)
    expect(await findIds(viewer, view)).toEqual([])
  })

  it.each([{}, { wide: true }, { within: 50 as const }])('lead to everyone who fits, once and in order (%o)', async (place) => {
    const now = Date.now()
    const home = newArea()
    const viewer = await createPerson(home)
    const [crowd, other] = [await createCrowd(home, 7000, now), await createCrowd(moved(home, 30), 2500, now)]
    await db.update(profiles).set({ verified: true }).where(sql`member_id in (
      select ${crowd} || '-' || value from json_each('[1,2,3,40,41,1777,3500,3501,3502,3503,3504,6998,6999]')
      union all select ${other} || '-' || value from json_each('[7,8,9,2000,2499]'))`)
    const view = { ...defaultView, ...place, verified: true }
    const found: string[] = []
    let windows = 0
    for (let from: Window['from'] = null, isMore = true; isMore; windows++) {
      const rows = await candidatesStatement(db, { viewerId: viewer.id, view, window: { from, to: null }, now, at: now })
      const last = rows.at(-1)
      const ids = rows.filter((row) => row.fits).map((row) => row.id)
      const to = last ? { activeAt: last.activeAt, id: last.id } : null
      expect(await findIds(viewer, view, { from, to }, now)).toEqual(ids)
      found.push(...ids.filter((id) => id.startsWith(crowd) || id.startsWith(other)))
      isMore = rows.length >= windowSize
      from = to
    }
    expect(windows).toBeGreaterThan(2)
    const verified = await db
      .select({ id: profiles.memberId })
      .from(profiles)
      .where(sql`verified = 1 and (member_id glob ${`${crowd}-*`} or member_id glob ${`${other}-*`})`)
      .orderBy(desc(profiles.activeAt), desc(profiles.memberId))
    expect(found).toEqual(verified.map((row) => row.id))
    expect(found).toHaveLength(18)
  })

  it('say on the page when nobody fits among those looked at, and go on from there by a link', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const now = Date.now()
    await createCrowd(home, 2000, now)
    const rare = await createPerson(home, { verified: true, activeAt: now - 40 * day })
    const html = await (await openPage(viewer, '/people-nearby?verified=1')).text()
    expect(html).toContain('Nobody here fits, but there are more people to see.')
    expect(html).not.toContain(rare.id)
    const [, further = ''] = /href="([^"]*cursor=[^"]*)"[^>]*>(?:<[^>]*>)*Keep looking/.exec(html) ?? []
    const { props } = await readPayload<PeopleNearbyProps>(viewer, further.replaceAll('&amp;', '&'))
    expect(props.nearby).toMatchObject({ people: [{ id: rare.id }], next: null, notices: [] })
  })
})

describe('neighbouring parents', () => {
  it('are the same in SQL as in the rules, at every latitude where people live', async () => {
    for (let y = 40; y < 460; y += 7) {
      const columns = parentColumns(y)
      for (const x of [0, 1, Math.floor(columns / 3), columns - 1]) {
        for (const reach of [1, 2, 3]) expect(await sqlParents({ x, y }, reach)).toEqual(sorted(parentsAround({ x, y }, reach)))
      }
    }
  }, 60_000)
})

const sorted = (cells: readonly Cell[]) => [...cells].sort((a, b) => a.y - b.y || a.x - b.x)

async function sqlParents(parent: Cell, reach: number): Promise<Cell[]> {
  return db.all<Cell>(
    sql`with me as (select cast(${parent.x} as integer) as parent_x, cast(${parent.y} as integer) as parent_y), ${nearParentsSql(reach)} select x, y from near order by y, x`,
  )
}
