import { favouriteActions } from '#features/favourites/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import { env } from 'cloudflare:test'
import { and, eq, or } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { blocks, counters, favourites, likes, members, pairs, profiles, visits } from '#db/schema.ts'
import { blockActions, type BlockedList } from '#features/blocks/contract.ts'
import { finishBlocks, blockMember } from '#features/blocks/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { readNotices } from '#features/notifications/server/public.ts'
import { reportActions } from '#features/reports/contract.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { breakHub, mendHub } from '#test/support/worker/objects.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { hubOf, writeTo } from '#test/support/worker/requests.ts'
import { readInbox } from '#features/chat/server/public.ts'

vi.setConfig({ testTimeout: 60_000 })

const block = (member: TestMember, id: string) => postJson(member, blockActions.block.path, { id })
const unblock = (member: TestMember, id: string) => postJson(member, blockActions.unblock.path, { id })
const blocksOf = ({ id }: TestMember) =>
  db
    .select()
    .from(blocks)
    .where(or(eq(blocks.blockerId, id), eq(blocks.blockedId, id)))
const listOf = async (member: TestMember, query = '') =>
  (await readPayload<{ blocked: BlockedList }>(member, `/main-settings${query}`)).props.blocked

/** Everything that one member can have of another in D1, both ways. */
async function entangle(anna: TestMember, ben: TestMember): Promise<void> {
  const now = Date.now()
  const both = [
    [anna.id, ben.id],
    [ben.id, anna.id],
  ] as const
  await db.batch([
    db.insert(likes).values(both.map(([fromId, toId]) => ({ fromId, toId, createdAt: now }))),
    db.insert(favourites).values(both.map(([ownerId, memberId]) => ({ ownerId, memberId, createdAt: now }))),
    db.insert(visits).values(both.map(([visitorId, visitedId]) => ({ visitorId, visitedId, lastAt: now }))),
  ])
}

const betweenThem = async (one: TestMember, other: TestMember) => ({
  likes: await db.$count(likes, and(eq(likes.fromId, one.id), eq(likes.toId, other.id), eq(likes.createdAt, likes.createdAt))),
  relationship: (await db.select().from(likes).where(eq(likes.fromId, one.id))).filter(({ withdrawnAt }) => withdrawnAt === null)
    .length,
  favourites: await db.$count(favourites, eq(favourites.ownerId, one.id)),
  visits: await db.$count(visits, eq(visits.visitorId, one.id)),
})

describe('a block', () => {
  it('is one row, ends all that lies between the two, and leaves a script where it is', async () => {
    const { conversation, anna, ben } = await createMatch()
    await entangle(anna, ben)
    const answer = await block(anna, ben.id)
    expect([answer.status, await answer.json()]).toEqual([200, { blocked: true }])
    expect(await blocksOf(anna)).toMatchObject([{ blockerId: anna.id, blockedId: ben.id, endedAt: expect.any(Number) }])
    expect(await betweenThem(anna, ben)).toEqual({ likes: 1, relationship: 0, favourites: 0, visits: 0 })
    expect(await betweenThem(ben, anna), 'his favourite is hidden').toEqual({
      likes: 1,
      relationship: 0,
      favourites: 1,
      visits: 0,
    })
    const [pair] = await db.select().from(pairs).where(eq(pairs.conversationId, conversation))
    expect(pair?.unmatchedAt).toEqual(expect.any(Number))
    for (const { id } of [anna, ben]) expect(await readInbox(env, id)).toEqual([])
  })

  it('leaves a like of the same people with others alone', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    await entangle(anna, carl)
    await entangle(ben, carl)
    expect((await block(anna, ben.id)).status).toBe(200)
    expect(await betweenThem(carl, anna)).toMatchObject({ relationship: 2, favourites: 2, visits: 2 })
  })

  it('asked for fifty times at once is one row', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const answers = await Promise.all(Array.from({ length: 50 }, () => block(anna, ben.id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await blocksOf(anna)).toHaveLength(1)
  })

  it('of each other at once is a block of both, and neither learns of the other’s', async () => {
    const { anna, ben } = await createMatch()
    const answers = await Promise.all([block(anna, ben.id), block(ben, anna.id)])
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
    for (const member of [anna, ben]) {
      const { people } = await listOf(member)
      const own = (await blocksOf(member)).filter(({ blockerId }) => blockerId === member.id)
      expect(people.map((person) => 'id' in person && person.id)).toEqual(own.map(({ blockedId }) => blockedId))
    }
  })

  it('takes the person out of notifications, also where they are counted with others', async () => {
    const [anna, ben, carl] = await Promise.all([
      createMember(),
      createMember({ member: { firstName: 'Ben' } }),
      createMember({ member: { firstName: 'Carl' } }),
    ])
    for (const from of [carl, ben]) await notifyMember(env, anna.id, { id: `like:${from.id}:1`, kind: 'like', from: from.id })
    const told = async () =>
      (await readNotices(env, anna.id, { limit: 10, before: null }))?.map(({ notice, others }) => ({ ...notice, others }))
    expect(await told()).toMatchObject([{ from: ben.id, others: [carl.id] }])
    await block(anna, ben.id)
    expect(await told()).toEqual([{ id: `like:${carl.id}:1`, kind: 'like', from: carl.id, others: [] }])
    expect(await hubOf(anna).summary()).toMatchObject({ notifications: 1 })
    await block(carl, anna.id)
    expect([await told(), (await hubOf(anna).summary()).notifications], 'the other way round').toEqual([[], 0])
  })

  it('is carried through by the cron when a hub was away', async () => {
    const { anna, ben } = await createMatch()
    await notifyMember(env, ben.id, { id: `like:${anna.id}:1`, kind: 'like', from: anna.id })
    await breakHub(ben.id)
    expect((await block(anna, ben.id)).status).toBe(200)
    await mendHub(ben.id)
    await db.update(blocks).set({ endedAt: null }).where(eq(blocks.blockerId, anna.id))
    await finishBlocks(env, Date.now())
    expect(await readInbox(env, ben.id)).toEqual([])
    expect(await readNotices(env, ben.id, { limit: 10, before: null })).toEqual([])
    expect(await blocksOf(anna)).toMatchObject([{ endedAt: expect.any(Number) }])
  })

  it('reaches a match who has paused, and someone who wrote a request', async () => {
    const { anna, ben } = await createMatch()
    await db.batch([
      db.update(members).set({ state: 'paused' }).where(eq(members.id, ben.id)),
      db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, ben.id)),
    ])
    expect((await block(anna, ben.id)).status).toBe(200)
    const [carl, dora] = await Promise.all([createMember(), createMember()])
    await writeTo(dora, carl.id)
    await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, dora.id))
    expect((await block(carl, dora.id)).status).toBe(200)
    expect(await readInbox(env, carl.id)).toEqual([])
  })

  it('of oneself, nobody, a hidden, paused, restricted or deleted member, or of who has blocked one, is the same 404 and stores nothing', async () => {
    const anna = await createMember()
    const hidden = { profile: { discoverable: false } }
    const others = await Promise.all([
      createMember(hidden),
      ...(['paused', 'restricted', 'deleted'] as const).map((state) => createMember({ member: { state }, ...hidden })),
    ])
    const blocker = await createMember()
    await db.insert(blocks).values({ blockerId: blocker.id, blockedId: anna.id, createdAt: 1 })
    const answers = await Promise.all(
      [anna.id, newId(), blocker.id, ...others.map(({ id }) => id)].map(async (id) => {
        const answer = await block(anna, id)
        return [answer.status, (await answer.text()).replace(/"requestId":"[^"]*"/, '')]
      }),
    )
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]?.[0]).toBe(404)
    expect((await blocksOf(anna)).filter(({ blockerId }) => blockerId === anna.id)).toEqual([])
  })

  it('works as a plain form', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const answer = await postForm(anna, blockActions.block.path, { id: ben.id })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/main-settings?done=blocked#blocked'])
    expect(await blocksOf(anna)).toHaveLength(1)
  })

  it('needs a session and a member’s id', async () => {
    const anna = await createMember()
    expect((await postJson(null, blockActions.block.path, { id: newId() })).status).toBe(401)
    expect((await block(anna, 'not an id!')).status).toBe(422)
  })
})

describe('the list of blocked people', () => {
  it('holds one’s own blocks with name and time, newest first, and nobody else’s', async () => {
    const [anna, ben, carl] = await Promise.all([
      createMember(),
      createMember({ member: { firstName: 'Ben' } }),
      createMember({ member: { firstName: 'Carl' } }),
    ])
    await db.insert(blocks).values([
      { blockerId: anna.id, blockedId: ben.id, createdAt: 1000 },
      { blockerId: anna.id, blockedId: carl.id, createdAt: 2000 },
      { blockerId: ben.id, blockedId: anna.id, createdAt: 3000 },
    ])
    expect(await listOf(anna)).toEqual({
      people: [
        { id: carl.id, firstName: 'Carl', blockedAt: 2000 },
        { id: ben.id, firstName: 'Ben', blockedAt: 1000 },
      ],
      next: null,
    })
    expect(await (await openPage(anna, '/main-settings?section=privacy')).text()).toMatch(/Carl.*Ben/s)
    expect((await listOf(carl)).people).toEqual([])
  })

  it('goes on behind a page of fifty', async () => {
    const anna = await createMember()
    const others = await Promise.all(Array.from({ length: 51 }, () => createMember()))
    await Promise.all(
      others.map(({ id }, index) => db.insert(blocks).values({ blockerId: anna.id, blockedId: id, createdAt: 1000 + index })),
    )
    const first = await listOf(anna)
    expect([first.people.length, first.people.at(-1)?.blockedAt]).toEqual([50, 1001])
    expect(await listOf(anna, `?blocked=${first.next}`)).toMatchObject({ people: [{ blockedAt: 1000 }], next: null })
    for (const edited of ['tomorrow', '1001']) expect((await listOf(anna, `?blocked=${edited}`)).people).toHaveLength(50)
  })

  it('leaves out nobody of whom were blocked in the same millisecond', async () => {
    const anna = await createMember()
    const others = await Promise.all(Array.from({ length: 52 }, () => createMember()))
    await Promise.all(others.map(({ id }) => db.insert(blocks).values({ blockerId: anna.id, blockedId: id, createdAt: 1000 })))
    const first = await listOf(anna)
    const second = await listOf(anna, `?blocked=${first.next}`)
    expect([first.people.length, second.people.length, second.next]).toEqual([50, 2, null])
    expect([...first.people, ...second.people].map((person) => ('id' in person ? person.id : '')).toSorted()).toEqual(
      others.map(({ id }) => id).toSorted(),
    )
  })
})

describe('taking a block back', () => {
  it('lets the two find each other again and brings nothing of theirs back', async () => {
    const { conversation, anna, ben } = await createMatch()
    await entangle(anna, ben)
    await block(anna, ben.id)
    expect((await openPage(ben, `/profile-info/${anna.id}`)).status).toBe(404)
    const answer = await unblock(anna, ben.id)
    expect(await answer.json()).toEqual({ blocked: false, redirect: '/main-settings?done=unblocked#blocked' })
    for (const [one, other] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      expect((await openPage(one, `/profile-info/${other.id}`)).status).toBe(200)
      expect(await betweenThem(one, other)).toMatchObject({ relationship: 0, favourites: one === anna ? 0 : 1 })
      expect((await openPage(one, `/messages?chat=${conversation}`)).status).toBe(404)
      expect(await readInbox(env, one.id)).toEqual([])
    }
  })

  it('shows the other one the star and the note as they were, and the blocker none', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await postJson(ben, favouriteActions.keep.path, { id: anna.id, note: 'Likes cake' })
    await postJson(anna, favouriteActions.keep.path, { id: ben.id, note: 'Tall' })
    const kept = async (member: TestMember) => {
      const { props } = await readPayload<{ cards: { id: string; note: string }[] }>(member, '/favorits')
      return props.cards.map(({ id, note }) => ({ id, note }))
    }
    const isStarred = async (member: TestMember, other: TestMember) =>
      (await readPayload<{ isFavourite: boolean }>(member, `/profile-info/${other.id}`)).props.isFavourite
    await block(anna, ben.id)
    expect([await kept(ben), await kept(anna)], 'while it stands').toEqual([[], []])
    await unblock(anna, ben.id)
    expect(await kept(ben)).toEqual([{ id: anna.id, note: 'Likes cake' }])
    expect(await kept(anna)).toEqual([])
    expect([await isStarred(ben, anna), await isStarred(anna, ben)]).toEqual([true, false])
  })

  it('first carries through what was not: no conversation comes back', async () => {
    const { conversation, anna, ben } = await createMatch()
    await db.insert(blocks).values({ blockerId: anna.id, blockedId: ben.id, createdAt: Date.now() })
    expect((await unblock(anna, ben.id)).status).toBe(200)
    expect(await blocksOf(anna)).toEqual([])
    const say = { conversation, cid: newId(), text: 'still there?' }
    expect((await postJson(ben, chatActions.send.path, say)).status).toBe(404)
  })

  it('is for one’s own blocks only; anything else is the same 404', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await blockMember(env, { blockerId: ben.id, blockedId: anna.id }, Date.now())
    const answers = await Promise.all([ben.id, newId(), anna.id].map((id) => unblock(anna, id)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await blocksOf(ben)).toHaveLength(1)
  })

  it('works as a plain form', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await blockMember(env, { blockerId: anna.id, blockedId: ben.id }, Date.now())
    const answer = await postForm(anna, blockActions.unblock.path, { id: ben.id })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/main-settings?done=unblocked#blocked'])
    expect(await blocksOf(anna)).toEqual([])
  })
})

describe('blocks', () => {
  it('of one member more than fifty times in an hour is refused, lifted ones counted, and a report still blocks', async () => {
    const anna = await createMember()
    const others = await Promise.all(Array.from({ length: 54 }, () => createMember()))
    const [first, last] = [others[0]?.id ?? '', others[53]?.id ?? '']
    const answers = await Promise.all(others.slice(0, 53).map(({ id }) => block(anna, id)))
    const refused = answers.filter(({ status }) => status === 429)
    expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([50, 3])
    expect(await refused[0]?.json()).toMatchObject({ error: { code: 'block-quota' } })
    const [blocked] = await blocksOf(anna)
    expect((await unblock(anna, blocked?.blockedId ?? '')).status).toBe(200)
    expect((await block(anna, last)).status).toBe(429)
    expect((await block(anna, (await blocksOf(anna))[0]?.blockedId ?? first)).status, 'a repeat is none').toBe(200)
    const reported = await postJson(anna, reportActions.report.path, { id: last, category: 'spam', source: 'profile' })
    expect(reported.status).toBe(200)
    expect((await blocksOf(anna)).map(({ blockedId }) => blockedId)).toContain(last)
  })

  it('of one member end at two hundred in a day', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const expiresAt = Date.now() + 60_000
    await db.insert(counters).values({ key: `blocks-day:${anna.id}`, count: 200, expiresAt })
    expect((await block(anna, ben.id)).status).toBe(429)
    await db
      .update(counters)
      .set({ expiresAt: 1 })
      .where(eq(counters.key, `blocks-day:${anna.id}`))
    expect((await block(anna, ben.id)).status).toBe(200)
  })
})
