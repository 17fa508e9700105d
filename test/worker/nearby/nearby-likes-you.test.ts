import { cookieNames } from '#server/cookies.ts'
import { likeActions } from '#features/likes/contract.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, boosts, likes, passes } from '#db/schema.ts'
import { boostPlace } from '#features/location/server/public.ts'
import { nearbyActions, defaultView, type PeopleCount, type PeopleNearbyProps } from '#features/nearby/contract.ts'
import { candidatesStatement } from '#features/nearby/server/queries.ts'
import { raisedStatement } from '#features/nearby/server/raised.ts'
import { db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { createPhoto } from '#test/support/worker/photos.ts'
import { createCrowd, createPerson, newArea, rowsRead } from '#test/support/worker/places.ts'
import { newId } from '#test/support/worker/realtime-client.ts'

const minute = 60_000

const open = async (member: TestMember, query = '') =>
  (await readPayload<PeopleNearbyProps>(member, `/people-nearby${query}`)).props
const like = (from: TestMember, to: TestMember, values: Partial<typeof likes.$inferInsert> = {}) =>
  db.insert(likes).values({ fromId: from.id, toId: to.id, createdAt: Date.now() - minute, ...values })

async function boost(member: TestMember): Promise<void> {
  const now = Date.now()
  const place = boostPlace(sql`${member.id}`)
  await db
    .insert(boosts)
    .values({ id: newId(), memberId: member.id, startsAt: now - minute, endsAt: now + 29 * minute, ...place })
}

describe('who likes the viewer', () => {
  it('comes first, before boosts and scores, and the card says so; the neutral order ignores it', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    const best = await createPerson(home, { completeness: 100, activeAt: now })
    const boosted = await createPerson(home, { completeness: 50, activeAt: now - 1000 })
    const admirer = await createPerson(home, { completeness: 0, activeAt: now - 2000 })
    const boostedAdmirer = await createPerson(home, { completeness: 0, activeAt: now - 3000 })
    await Promise.all([boost(boosted), boost(boostedAdmirer), like(admirer, viewer), like(boostedAdmirer, viewer)])
    const { people } = (await open(viewer)).nearby
    expect(people.map(({ id }) => id)).toEqual([boostedAdmirer.id, admirer.id, boosted.id, best.id])
    expect(people.map(({ likesMe }) => likesMe)).toEqual([true, true, false, false])
    const neutral = (await open(viewer, '?order=neutral')).nearby.people
    expect(neutral.map(({ id }) => id)).toEqual([best.id, boosted.id, admirer.id, boostedAdmirer.id])
    expect(neutral.filter(({ likesMe }) => likesMe).map(({ id }) => id)).toEqual([admirer.id, boostedAdmirer.id])
  })

  it('has on the card what their like names, as in Likes', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const [plain, tied] = [await createPerson(home), await createPerson(home)]
    await Promise.all([
      like(plain, viewer),
      like(tied, viewer, { tieKind: 'answer', tieRef: 'night-train.gone', line: 'Which bunk?' }),
    ])
    const { people } = (await open(viewer)).nearby
    expect(Object.fromEntries(people.map(({ id, likedThing }) => [id, likedThing]))).toEqual({
      [plain.id]: null,
      [tied.id]: 'answer',
    })
    const text = await (await openPage(viewer, '/people-nearby')).text()
    expect(text).toContain('Likes your answer')
    expect(text).not.toContain('Which bunk?')
  })

  it('is named among the reasons for being shown, and not in the order that ignores it', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const admirer = await createPerson(home, { firstName: 'Emil' })
    await like(admirer, viewer)
    const reason = 'Emil likes you, so they come first.'
    // With a script, a card's reasons are written when they are asked for.
    const headers = { cookie: `${cookieNames.noScript}=1` }
    const textOf = async (query: string) => (await openPage(viewer, `/people-nearby${query}`, headers)).text()
    expect(await textOf('')).toContain(reason)
    expect(await textOf('?order=neutral')).not.toContain(reason)
  })

  it('has one popover for the reasons of all, or without a script one for each', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    await Promise.all(Array.from({ length: 3 }, () => createPerson(home)))
    const popoversOf = async (headers?: Record<string, string>) => {
      const text = await (await openPage(viewer, '/people-nearby', headers)).text()
      return [...text.matchAll(/popoverTarget="([^"]+)"[^>]*aria-label="Why am I seeing/g)].map(([, id]) => id)
    }
    const [shared, own] = [await popoversOf(), await popoversOf({ cookie: `${cookieNames.noScript}=1` })]
    expect([shared.length, new Set(shared).size]).toEqual([3, 1])
    expect([own.length, new Set(own).size]).toEqual([3, 3])
  })

  it('is nobody whose like was taken back, and is not listed once blocked, blocking, passed on or liked', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    const people = await Promise.all(Array.from({ length: 5 }, () => createPerson(home)))
    const [fickle, blocked, blocking, passed, liked] = people as [TestMember, TestMember, TestMember, TestMember, TestMember]
    await Promise.all([
      like(fickle, viewer, { withdrawnAt: now }),
      ...[blocked, blocking, passed, liked].map((person) => like(person, viewer)),
      like(viewer, liked),
      db.insert(blocks).values({ blockerId: viewer.id, blockedId: blocked.id, createdAt: now }),
      db.insert(blocks).values({ blockerId: blocking.id, blockedId: viewer.id, createdAt: now }),
      db.insert(passes).values({ fromId: viewer.id, toId: passed.id, createdAt: now, expiresAt: now + minute }),
    ])
    const cards = (await open(viewer)).nearby.people
    expect(cards.map(({ id, likesMe }) => ({ id, likesMe }))).toEqual([{ id: fickle.id, likesMe: false }])
  })

  it('comes first though a whole window of people was here after them, and stands on no other page', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    await createCrowd(home, 230, now)
    const before = now - 40 * 24 * 60 * minute
    const [admirer, other] = [await createPerson(home, { activeAt: before }), await createPerson(home, { activeAt: before })]
    await like(admirer, viewer)
    const seen: string[] = []
    for (let query = ''; ;) {
      const { people, next } = (await open(viewer, query)).nearby
      seen.push(...people.map(({ id }) => id))
      if (next === null) break
      query = `?cursor=${next}`
    }
    expect(seen[0]).toBe(admirer.id)
    expect(seen.at(-1)).toBe(other.id)
    expect([seen.length, new Set(seen).size]).toEqual([232, 232])
    // In the neutral order by last activity alone.
    const neutral = (await open(viewer, '?order=neutral')).nearby.people
    expect(neutral.map(({ id }) => id)).not.toContain(admirer.id)
  })

  it('is looked for among the viewer’s sixty newest likes, however many there are', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    const rows = async () => {
      const { sql: text, params } = raisedStatement(db, { viewerId: viewer.id, view: defaultView, now, at: now }).getQuery()
      return rowsRead(text, params)
    }
    const none = await rows()
    const crowd = await createCrowd(home, 1000, now)
    await db.run(sql`insert into likes (from_id, to_id, created_at)
      select id, ${viewer.id}, ${now} - rowid from members where id like ${`${crowd}-%`}`)
    expect(await rows()).toBeLessThan(none + 60 * 9)
  })

  it('costs a page one look at an index for each person, and not the likes of a popular viewer', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    await createCrowd(home, 60, now)
    const rows = async () => {
      const window = { from: null, to: null }
      const list = candidatesStatement(db, { viewerId: viewer.id, view: defaultView, window, now, at: now }).getQuery()
      return rowsRead(list.sql, list.params)
    }
    // Before the first count: the row at which a scan of an index ends is counted, too, if there is one.
    const elsewhere = await createCrowd(newArea(), 300, now)
    const before = await rows()
    await db.run(sql`insert into likes (from_id, to_id, created_at)
      select id, ${viewer.id}, ${now} from members where id like ${`${elsewhere}-%`}`)
    expect(await rows()).toBe(before)
  })
})

describe('how many people filters would show', () => {
  const count = async (member: TestMember, query: string) =>
    (await openPage(member, `${nearbyActions.count.path}${query}`)).json<PeopleCount>()

  it('is the number of those who fit them', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    await createPerson(home, { birthDate: '1990-01-01' })
    await createPerson(home, { birthDate: '1970-01-01' })
    expect(await count(viewer, '')).toEqual({ count: 2, isMost: false })
    expect(await count(viewer, '?ageMin=50')).toEqual({ count: 1, isMost: false })
    expect(await count(viewer, '?verified=1')).toEqual({ count: 0, isMost: false })
  })

  it('is at least so many where a window is full, and for guests nothing', async () => {
    const home = newArea()
    const now = Date.now()
    const viewer = await createPerson(home)
    await createCrowd(home, 260, now)
    expect(await count(viewer, '')).toEqual({ count: 200, isMost: true })
    expect((await openPage(null, nearbyActions.count.path)).status).toBe(401)
  })
})

describe('the photos that a card leafs through', () => {
  const photosOf = (member: TestMember, id: string) => openPage(member, `${nearbyActions.photos.path}?id=${id}`)

  it('are the approved ones in their order, at addresses for this viewer', async () => {
    const home = newArea()
    const [viewer, person] = [await createPerson(home), await createPerson(home)]
    await createPhoto(person, { position: 1 })
    await createPhoto(person, { position: 0 })
    await createPhoto(person, { position: 2, state: 'pending' })
    await createPhoto(person, { position: 3, state: 'rejected' })
    const { photos } = await (await photosOf(viewer, person.id)).json<{ photos: string[] }>()
    expect(photos).toHaveLength(2)
    for (const address of photos) expect((await openPage(viewer, address)).status).toBe(200)
    expect((await openPage(person, photos[0] ?? '')).status).not.toBe(200)
  })

  it('are a 404 of somebody hidden, blocked either way or absent', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const [hidden, blocked, blocking] = [
      await createPerson(home, { discoverable: false }),
      await createPerson(home),
      await createPerson(home),
    ]
    await db.insert(blocks).values([
      { blockerId: viewer.id, blockedId: blocked.id, createdAt: 1 },
      { blockerId: blocking.id, blockedId: viewer.id, createdAt: 1 },
    ])
    await Promise.all([hidden, blocked, blocking].map((person) => createPhoto(person)))
    for (const id of [hidden.id, blocked.id, blocking.id, newId()]) expect((await photosOf(viewer, id)).status).toBe(404)
  })
})

it('the page knows whether the day’s undo is unspent', async () => {
  const home = newArea()
  const [viewer, person] = [await createPerson(home), await createPerson(home)]
  expect((await open(viewer)).canUndo).toBe(true)
  await postJson(viewer, likeActions.pass.path, { id: person.id })
  expect((await open(viewer)).canUndo).toBe(true)
  expect((await postJson(viewer, likeActions.undo.path, { id: person.id })).status).toBe(200)
  expect((await open(viewer)).canUndo).toBe(false)
})
