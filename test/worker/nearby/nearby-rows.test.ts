import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { boosts, profiles } from '#db/schema.ts'
import { moveToCell } from '#features/location/server/public.ts'
import { defaultView, toQuery, windowSize, type NearbyView, type PeopleNearbyProps } from '#features/nearby/contract.ts'
import { raisedStatement } from '#features/nearby/server/raised.ts'
import { candidatesStatement, type ActivityKey } from '#features/nearby/server/queries.ts'
import { createApp } from '#worker/app.ts'
import { meteredDatabase, sumOf, type Asked } from '../../../scripts/bench/d1/meter.ts'
import { settleAreas } from '#test/support/worker/areas.ts'
import { grant } from '#test/support/worker/entitlements.ts'
import { db, type TestMember } from '#test/support/worker/members.ts'
import { payloadPath, readPayload } from '#test/support/worker/pages.ts'
import { cellAt, createCrowd, createPerson, moved, newArea, rowsRead, type Position } from '#test/support/worker/places.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'

const day = 24 * 60 * 60_000
const budget = 3000

const app = createApp()

/** All rows that the first request of the page reads with all that it asks besides the list, and those of the one it leads to. */
async function rowsOfPages(viewer: TestMember, view: Partial<NearbyView>): Promise<number[]> {
  const rows: number[] = []
  for (let cursor: string | null | undefined; cursor !== null && rows.length < 2;) {
    const asked: Asked[] = []
    const query = Object.entries({ ...toQuery({ ...defaultView, ...view }), cursor }).filter(
      ([, value]) => value != null && value !== '',
    )
    const address = payloadPath(`/people-nearby?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`)
    const context = createExecutionContext()
    const request = new Request(origin + address, { headers: { authorization: `Bearer ${viewer.token}` } })
    const response = await app.fetch(request, { ...env, DB: meteredDatabase(env.DB, (one) => asked.push(one)) }, context)
    expect(response.status).toBe(200)
    const { data } = await response.json<{ data: { props: PeopleNearbyProps } }>()
    await waitOnExecutionContext(context)
    expect(data.props.nearby.notices).toEqual([])
    rows.push(sumOf(asked).rowsRead)
    cursor = data.props.nearby.next
  }
  return rows
}

/** A town of thousands with a photo each, over nine parent cells and more. */
async function createTown(home: Position, each: number): Promise<string[]> {
  const now = Date.now()
  const crowds: string[] = []
  for (const north of [-80, -40, 0, 40, 80])
    for (const east of [-40, 0, 40]) crowds.push(await createCrowd(moved(home, north, east), each, now))
  await db.run(sql`insert or ignore into photos (id, member_id, position, key, state, width, height, created_at)
    select member_id, member_id, 0, member_id, 'approved', 1, 1, 1 from ${profiles}`)
  return crowds
}

const views: [string, Partial<NearbyView>][] = [
  ['as it opens', {}],
  ['with three filters', { ageMin: 25, ageMax: 45, within: 25, genders: ['woman'] }],
  ['with a photo', { photo: true }],
  ['of one in ten', { verified: true }],
  ['of a language that one in ten speaks', { speaks: 'en' }],
  ['of a language that one in ten speaks, within 100 km', { speaks: 'en', within: 100 }],
  ['of a language that one in ten speaks, anywhere', { speaks: 'en', wide: true }],
  ['anywhere', { wide: true }],
  ['anywhere, of one in ten', { wide: true, verified: true }],
  ['when nobody fits', { ageMax: 18 }],
  ['when nobody fits within 50 km', { ageMax: 18, within: 50 }],
  ['when nobody fits within 100 km', { ageMax: 18, within: 100 }],
  ['when nobody fits anywhere', { ageMax: 18, wide: true }],
  ['of one in ten, by a filter of premium', { premium: { smoking: 'never' } }],
  ['by all filters of premium', { photo: true, premium: { heightMin: '160', smoking: 'never', interest: 'art', kids: 'open' } }],
  ['when nobody fits a filter of premium', { premium: { heightMin: '230' } }],
  ['when nobody fits a filter of premium within 100 km', { within: 100, premium: { heightMin: '230' } }],
  ['when nobody fits a filter of premium within 50 km', { within: 50, premium: { heightMin: '230' } }],
  ['anywhere, by a filter of premium', { wide: true, premium: { smoking: 'never' } }],
]

describe('a request of people nearby reads fewer than 3,000 rows', () => {
  const home = newArea()
  beforeAll(async () => {
    await createTown(home, 700)
    await db.run(sql`update ${profiles} set languages = '["de","fr","uk"]'`)
    await db.run(sql`update ${profiles} set verified = 1, smoking = 'never', languages = '["de","en"]' where rowid % 10 = 0`)
  }, 120_000)

  /** `me`: the id of a viewer who has nothing to do with anybody yet. */
  const states: [string, (me: string) => ReturnType<typeof sql> | null][] = [
    ['nobody was met yet', () => null],
    ['nine of ten were passed', (me) => sql`insert into passes select ${me}, member_id, 1, ${Date.now() + day} from ${profiles} where rowid % 10 <> 1`],
    ['everyone was passed', (me) => sql`insert into passes select ${me}, member_id, 1, ${Date.now() + day} from ${profiles}`],
    ['everyone was blocked', (me) => sql`insert into blocks (blocker_id, blocked_id, created_at) select ${me}, member_id, 1 from ${profiles}`],
    ['everyone was liked', (me) => sql`insert into likes (from_id, to_id, created_at, withdrawn_at) select ${me}, member_id, 1, null from ${profiles}`],
    ['everyone likes them', (me) => sql`insert into likes (from_id, to_id, created_at, withdrawn_at) select member_id, ${me}, 1, null from ${profiles} where member_id <> ${me}`],
    ['all have the same activity', () => sql`update ${profiles} set active_at = ${Date.now() - day}`],
  ] // prettier-ignore

  it.each(states)(
    'in every view, when %s',
    async (_state, change) => {
      const viewer = await createPerson(home)
      await grant(viewer, 'premium', 1)
      const changed = change(viewer.id)
      if (changed) await db.run(changed)
      await settleAreas()
      for (const [name, view] of views)
        for (const rows of await rowsOfPages(viewer, view)) expect(rows, name).toBeLessThan(budget)
    },
    120_000,
  )
})

describe('the walk', () => {
  it('leads past thousands who were passed to everyone who was not, once', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    const [crowd, other] = [await createCrowd(home, 3000, now), await createCrowd(moved(home, 30), 1500, now)]
    const isLeft = sql`(member_id glob ${`${crowd}-*`} or member_id glob ${`${other}-*`}) and rowid % 97 = 0`
    await db.run(
      sql`insert into passes select ${viewer.id}, member_id, 1, ${now + day} from ${profiles} where not (${isLeft}) and member_id <> ${viewer.id}`,
    )
    const expected = await db.all<{ id: string }>(
      sql`select member_id as id from ${profiles} where ${isLeft} order by active_at desc, member_id desc`,
    )
    const found: string[] = []
    for (let from: ActivityKey | null = null, isMore = true; isMore;) {
      const rows = await candidatesStatement(db, {
        viewerId: viewer.id,
        view: defaultView,
        window: { from, to: null },
        now,
        at: now,
      })
      found.push(...rows.filter((row) => row.fits).map((row) => row.id))
      from = rows.at(-1) ?? null
      isMore = rows.length >= windowSize
    }
    expect(found).toEqual(expected.map(({ id }) => id))
    expect(found.length).toBeGreaterThan(40)
  }, 60_000)

  it('leads to everyone, once, when many have the same activity', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    const crowd = await createCrowd(home, 700, now)
    await db.run(sql`update ${profiles} set active_at = ${now - day} where member_id glob ${`${crowd}*`}`)
    const seen: string[] = []
    for (let query = ''; ;) {
      const { nearby } = (await readPayload<PeopleNearbyProps>(viewer, `/people-nearby${query}`)).props
      seen.push(...nearby.people.map(({ id }) => id))
      if (nearby.next === null) break
      query = `?cursor=${nearby.next}`
    }
    expect(seen).toHaveLength(700)
    expect(new Set(seen).size).toBe(700)
  }, 60_000)
})

describe('boosts', () => {
  async function rowsOfBoosts(viewer: TestMember, view: Partial<NearbyView> = {}): Promise<number> {
    const now = Date.now()
    const { sql: text, params } = raisedStatement(db, {
      viewerId: viewer.id,
      view: { ...defaultView, ...view },
      now,
      at: now,
    }).getQuery()
    return rowsRead(text, params)
  }

  it('that run elsewhere cost a viewer nothing, and few rows whoever looks everywhere', async () => {
    const [home, elsewhere] = [newArea(), newArea()]
    const now = Date.now()
    const viewer = await createPerson(home)
    const [before, wideBefore] = [await rowsOfBoosts(viewer), await rowsOfBoosts(viewer, { wide: true })]
    const crowd = await createCrowd(elsewhere, 1020, now)
    await db.run(sql`insert into ${boosts} (id, member_id, starts_at, ends_at, parent_x, parent_y)
      select member_id, member_id, ${now - 1}, ${now + day}, parent_x, parent_y from ${profiles} where member_id glob ${`${crowd}*`}`)
    expect(await rowsOfBoosts(viewer)).toBe(before)
    expect(await rowsOfBoosts(viewer, { wide: true })).toBeLessThan(wideBefore + 480)
    const neighbour = await createPerson(elsewhere)
    expect(await rowsOfBoosts(neighbour)).toBeLessThan(before + 2 * 1020 + 480)
  }, 60_000)

  it('follow a member who moves', async () => {
    const [home, elsewhere] = [newArea(), newArea()]
    const now = Date.now()
    const [viewer, neighbour] = [await createPerson(home), await createPerson(elsewhere)]
    const raised = await createPerson(home)
    const { parentX, parentY } =
      (
        await db
          .select()
          .from(profiles)
          .where(sql`member_id = ${raised.id}`)
      )[0] ?? {}
    await db.insert(boosts).values({ id: newId(), memberId: raised.id, startsAt: now - 1, endsAt: now + day, parentX, parentY })
    const boosted = async (by: TestMember) =>
      (await readPayload<PeopleNearbyProps>(by, '/people-nearby')).props.nearby.people
        .filter(({ isBoosted }) => isBoosted)
        .map(({ id }) => id)
    expect([await boosted(viewer), await boosted(neighbour)]).toEqual([[raised.id], []])
    expect(await moveToCell(db, raised.id, cellAt(elsewhere), now)).toBe(true)
    expect([await boosted(viewer), await boosted(neighbour)]).toEqual([[], [raised.id]])
    expect(await moveToCell(db, raised.id, cellAt(home), now + 1)).toBe(false)
    expect([await boosted(viewer), await boosted(neighbour)]).toEqual([[], [raised.id]])
  })
})
