import { env } from 'cloudflare:test'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, boosts, counters, likes, members, passes } from '#db/schema.ts'
import { boostPlace } from '#features/location/server/public.ts'
import { nearbyActions, type PeopleNearbyProps } from '#features/nearby/contract.ts'
import { sealViews } from '#features/nearby/server/boost-views.ts'
import { sweep } from '#worker/sweep.ts'
import { db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { createPerson, moved, newArea, type Position } from '#test/support/worker/places.ts'
import { eventually, newId } from '#test/support/worker/realtime-client.ts'

const minute = 60_000

async function boost(member: TestMember, { from = -minute, until = 29 * minute } = {}): Promise<string> {
  const [id, now] = [newId(), Date.now()]
  const place = boostPlace(sql`${member.id}`)
  await db.insert(boosts).values({ id, memberId: member.id, startsAt: now + from, endsAt: now + until, ...place })
  return id
}

const open = async (member: TestMember, query = '') =>
  (await readPayload<PeopleNearbyProps>(member, `/people-nearby${query}`)).props.nearby
const idsOf = ({ people }: { people: { id: string }[] }) => people.map(({ id }) => id)
const viewsOf = async (id: string) => (await db.select().from(boosts).where(eq(boosts.id, id)))[0]?.extraViews
const say = (member: TestMember, text: unknown) => postJson(member, nearbyActions.seen.path, { text })

/** So many better ones that nobody else has a place on the first page. */
const fill = (home: Position, count = 24) =>
  Promise.all(Array.from({ length: count }, () => createPerson(home, { completeness: 100 })))
const behind = { completeness: 0, activeAt: Date.now() - 40 * 24 * 60 * minute }

describe('a boost', () => {
  it('says its end to its own member while it runs, and to nobody else', async () => {
    const home = newArea()
    const [viewer, other] = [await createPerson(home), await createPerson(home)]
    await Promise.all([boost(viewer, { from: -60 * minute, until: -1 }), boost(viewer, { from: minute })])
    expect(await open(viewer)).toMatchObject({ boostUntil: null })
    const id = await boost(viewer, { until: 20 * minute })
    const [running] = await db.select().from(boosts).where(eq(boosts.id, id))
    expect(await open(viewer)).toMatchObject({ boostUntil: running?.endsAt })
    expect(await open(other)).toMatchObject({ boostUntil: null })
  })

  it('puts its member first while it runs, says so on the card, and leaves the points as they are', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const [better, raised, past, coming] = await Promise.all([
      createPerson(home, { completeness: 100 }),
      createPerson(home, { completeness: 10 }),
      createPerson(home, { completeness: 40 }),
      createPerson(home, { completeness: 30 }),
    ])
    const points = (await open(viewer)).people.find(({ id }) => id === raised.id)?.reasons.points
    await Promise.all([boost(raised), boost(past, { until: -1 }), boost(coming, { from: minute })])
    const { people } = await open(viewer)
    expect(idsOf({ people })).toEqual([raised.id, better.id, past.id, coming.id])
    expect(people.map(({ isBoosted }) => isBoosted)).toEqual([true, false, false, false])
    expect(people[0]?.reasons.points).toEqual(points)
  })

  it('gains nothing from a viewer who has paused, and who is sent no people', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const raised = await createPerson(home, behind)
    await Promise.all([fill(home), boost(raised)])
    expect((await open(viewer)).boostViews).not.toBeNull()
    await db.update(members).set({ state: 'paused' }).where(eq(members.id, viewer.id))
    const { people, next, boostViews } = await open(viewer)
    expect({ people, next, boostViews }).toEqual({ people: [], next: null, boostViews: null })
  })

  it('has no part in the neutral order', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const later = await createPerson(home)
    const raised = await createPerson(home, behind)
    await boost(raised)
    const { people, boostViews } = await open(viewer, '?order=neutral')
    expect(people.map(({ id, isBoosted }) => [id, isBoosted])).toEqual([
      [later.id, false],
      [raised.id, false],
    ])
    expect(boostViews).toBeNull()
  })

  it('shows nobody whom the list would not show: not hidden, blocked, answered, unsuited, far or filtered out', async () => {
    const home = newArea()
    const viewer = await createPerson(home, { is: 'woman', seeksAgeMax: 50 })
    const people = await Promise.all([
      createPerson(home),
      createPerson(home),
      createPerson(home),
      createPerson(home),
      createPerson(home, { discoverable: false }),
      createPerson(home, { seeks: ['man'] }),
      createPerson(home, { birthDate: '1950-01-01' }),
      createPerson(moved(home, 250)),
    ])
    const [blocked, blocker, liked, passed] = people.map(({ id }) => id) as [string, string, string, string]
    const now = Date.now()
    await db.batch([
      db.insert(blocks).values({ blockerId: viewer.id, blockedId: blocked, createdAt: 1 }),
      db.insert(blocks).values({ blockerId: blocker, blockedId: viewer.id, createdAt: 1 }),
      db.insert(likes).values({ fromId: viewer.id, toId: liked, createdAt: 1 }),
      db.insert(passes).values({ fromId: viewer.id, toId: passed, createdAt: 1, expiresAt: now + minute }),
    ])
    const raised = await createPerson(home, { verified: false })
    await Promise.all([...people, raised, viewer].map((person) => boost(person)))
    expect(idsOf(await open(viewer))).toEqual([raised.id])
    expect(idsOf(await open(viewer, '?verified=1'))).toEqual([])
  })

  it('repeats and skips nobody on later pages and in later windows', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const others = await fill(home, 40)
    const raised = await Promise.all(Array.from({ length: 26 }, () => createPerson(home, behind)))
    await Promise.all(raised.map((person) => boost(person)))
    const seen: string[] = []
    for (let query = ''; ;) {
      const page = await open(viewer, query)
      seen.push(...idsOf(page))
      if (page.next === null) break
      query = `?cursor=${page.next}`
    }
    expect(new Set(seen.slice(0, 26))).toEqual(new Set(raised.map(({ id }) => id)))
    expect(seen).toHaveLength(66)
    expect(new Set(seen)).toEqual(new Set([...raised, ...others].map(({ id }) => id)))
  }, 30_000)
})

describe('extra views', () => {
  it('are those of a page on which the score alone would not have put the member', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const better = await fill(home)
    const raised = await createPerson(home, behind)
    const anyway = better[0] as TestMember
    const [gained, idle] = await Promise.all([boost(raised), boost(anyway)])
    expect(idsOf(await open(viewer)).slice(0, 2)).toEqual([anyway.id, raised.id])
    await openPage(viewer, '/people-nearby', { 'sec-purpose': 'prefetch' })
    expect(await viewsOf(gained)).toBe(0)
    await openPage(viewer, '/people-nearby')
    await eventually(async () => (await viewsOf(gained)) === 1, 'a view')
    expect(await viewsOf(idle)).toBe(0)
  }, 30_000)

  it('count each viewer once, in 50 calls at once and again later, by document and by navigation', async () => {
    const home = newArea()
    const [one, other] = await Promise.all([createPerson(home), createPerson(home, { discoverable: false })])
    await fill(home)
    const id = await boost(await createPerson(home, behind))
    const { boostViews } = await open(one)
    const answers = await Promise.all(Array.from({ length: 50 }, () => say(one, boostViews)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await viewsOf(id)).toBe(1)
    await say(one, (await open(one)).boostViews)
    expect(await viewsOf(id)).toBe(1)
    await say(other, (await open(other)).boostViews)
    expect(await viewsOf(id)).toBe(2)
    await sweep(env, Date.now() + 3 * 60 * minute)
    expect(await db.$count(counters, eq(counters.key, `boost-view:${id}:${one.id}`))).toBe(0)
  }, 30_000)

  it('cannot be made up, and no member can send back another member’s page', async () => {
    const home = newArea()
    const [viewer, other] = await Promise.all([createPerson(home), createPerson(home)])
    const id = await boost(await createPerson(home))
    const now = Date.now()
    const expired = await sealViews(env, viewer.id, [id], now - 61 * minute)
    for (const text of ['nonsense', expired, await sealViews(env, other.id, [id], now)])
      expect(await (await say(viewer, text)).json()).toMatchObject({ counted: false })
    expect((await say(viewer, { id })).status).toBe(422)
    expect((await postJson(null, nearbyActions.seen.path, { text: 'x' })).status).toBe(401)
    expect(await viewsOf(id)).toBe(0)
  })
})
