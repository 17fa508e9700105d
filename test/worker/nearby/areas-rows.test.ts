import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { boosts, photos, profiles } from '#db/schema.ts'
import { defaultView, toQuery, type NearbyView, type PeopleNearbyProps } from '#features/nearby/contract.ts'
import { createApp } from '#worker/app.ts'
import { meteredDatabase, sumOf, type Asked } from '../../../scripts/bench/d1/meter.ts'
import { settleAreas } from '#test/support/worker/areas.ts'
import { db, type TestMember } from '#test/support/worker/members.ts'
import { payloadPath } from '#test/support/worker/pages.ts'
import { createCrowd, createPerson, newArea, type Position } from '#test/support/worker/places.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const day = 24 * 60 * 60_000
const budget = 250
const app = createApp()

/** One page with everything that it asks of D1, and the number of its cards. */
async function open(viewer: TestMember, view: Partial<NearbyView>, cursor: string | null) {
  const asked: Asked[] = []
  const query = new URLSearchParams(
    Object.entries({ ...toQuery({ ...defaultView, ...view }), cursor }).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
  const context = createExecutionContext()
  const request = new Request(origin + payloadPath(`/people-nearby?${query}`), { headers: { authorization: `Bearer ${viewer.token}` } }) // prettier-ignore
  const response = await app.fetch(request, { ...env, DB: meteredDatabase(env.DB, (one) => asked.push(one)) }, context)
  const { data } = await response.json<{ data: { props: PeopleNearbyProps } }>()
  await waitOnExecutionContext(context)
  const { people, next } = data.props.nearby
  return { rows: sumOf(asked).rowsRead, cards: people.length, next }
}

describe('a page of people nearby reads at most 250 rows', () => {
  let home: Position
  let crowd: string
  beforeAll(async () => {
    home = newArea()
    crowd = await createCrowd(home, 4000, Date.now())
    await db.run(sql`insert or ignore into ${photos} (id, member_id, position, key, state, width, height, created_at)
      select member_id, member_id, 0, member_id, 'approved', 1, 1, 1 from ${profiles} where member_id glob ${`${crowd}-*`}`)
    await db.run(sql`update ${profiles} set languages = '["de","en","uk"]' where member_id glob ${`${crowd}-*`}`)
    await db.run(sql`update ${profiles} set verified = 1 where member_id glob ${`${crowd}-*[67]`}`)
    await settleAreas()
  }, 120_000)

  /** `me`: the id of a viewer who has nothing to do with anybody yet. Of the newest people, too. */
  const of = (rest: string) => sql`from ${profiles} where member_id glob ${`${crowd}-*`} and rowid ${sql.raw(rest)}`
  const states: [string, (me: string) => ReturnType<typeof sql>[]][] = [
    ['nobody was met yet', () => []],
    ['60 people like the viewer', (me) => [sql`insert into likes (from_id, to_id, created_at, withdrawn_at) select member_id, ${me}, 1, null ${of('% 60 = 0')} limit 60`]],
    ['half of the people were passed', (me) => [sql`insert into passes select ${me}, member_id, 1, ${Date.now() + day} ${of('% 2 = 0')}`]],
    ['half of the people were liked', (me) => [sql`insert into likes (from_id, to_id, created_at, withdrawn_at) select ${me}, member_id, 1, null ${of('% 2 = 0')}`]],
  ] // prettier-ignore

  const views: Partial<NearbyView>[] = [
    {},
    { verified: true },
    { photo: true, ageMin: 20, within: 25 },
    { order: 'neutral' },
    { speaks: 'en' },
  ]

  async function check(viewer: TestMember, most = budget) {
    for (const view of views) {
      let cursor: string | null = null
      // The first one of an isolate reads its viewer before it can ask the areas.
      await open(viewer, view, cursor)
      for (let page = 0; page < 3; page++) {
        const { rows, cards, next } = await open(viewer, view, cursor)
        expect(rows, `page ${page} of ${JSON.stringify(view)}`).toBeLessThanOrEqual(most)
        expect(cards).toBe(24)
        cursor = next
      }
    }
  }

  it.each(states)(
    'when %s',
    async (_, change) => {
      const viewer = await createPerson(home)
      for (const statement of change(viewer.id)) await db.run(statement)
      await settleAreas()
      await check(viewer)
    },
    60_000,
  )

  // Each of them is a row before the page and one of its own: the likes, the passes, and the photos that the filter asks for.
  it('or 280 when 1,060 people like the viewer, and 325 when half were passed and 1,333 like the viewer', async () => {
    const viewer = await createPerson(home)
    await db.run(
      sql`insert into likes (from_id, to_id, created_at, withdrawn_at) select member_id, ${viewer.id}, 1, null ${of('% 3 = 0')} limit 1060`,
    )
    await check(viewer, 280)
    await db.run(
      sql`insert or ignore into likes (from_id, to_id, created_at, withdrawn_at) select member_id, ${viewer.id}, 1, null ${of('% 3 = 0')}`,
    )
    await db.run(sql`insert into passes select ${viewer.id}, member_id, 1, ${Date.now() + day} ${of('% 2 = 0')}`)
    await check(viewer, 325)
  }, 60_000)

  it('when 2,000 have a boost', async () => {
    const viewer = await createPerson(home)
    const now = Date.now()
    await db.run(sql`insert into ${boosts} (id, member_id, starts_at, ends_at, parent_x, parent_y)
      select member_id, member_id, ${now - 1}, ${now + day}, parent_x, parent_y ${of('% 2 = 0')}`)
    await settleAreas()
    await check(viewer)
    await db.run(sql`delete from ${boosts} where member_id glob ${`${crowd}-*`}`)
    await settleAreas()
  }, 120_000)
})
