import { likeActions, likesPerDay } from '#features/likes/contract.ts'
import { visitActions } from '#features/visits/contract.ts'
import { env } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, likes, members, pairs, passes, profiles, visits } from '#db/schema.ts'
import { distanceBand } from '#features/location/rules.ts'
import type { Props as ProfileInfoProps } from '#pages/profile-info/props.ts'
import { recordVisit } from '#features/visits/server/queries.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { cellAt, createPerson, moved, newArea } from '#test/support/worker/places.ts'
import { openPage, payloadPath, readPayload } from '#test/support/worker/pages.ts'
import { likeThing, offerOf } from '#test/support/worker/ties.ts'
import { eventually, newId } from '#test/support/worker/realtime-client.ts'

const minute = 60_000
const visitsOf = (visitor: TestMember, visited: TestMember) =>
  db
    .select()
    .from(visits)
    .where(and(eq(visits.visitorId, visitor.id), eq(visits.visitedId, visited.id)))

describe('a profile', () => {
  it('shows its member’s answers, the common ground and the band', async () => {
    const home = newArea()
    const viewer = await createPerson(home, { interests: ['tea', 'art'], intent: 'relationship' })
    const there = moved(home, 7)
    const olena = await createPerson(there, {
      firstName: 'Olena',
      interests: ['art', 'dogs'],
      intent: 'relationship',
      about: 'Tea first.',
      languages: ['uk', 'xx'],
      heightCm: 171,
      avatar: 'notionists:olena',
    })
    const { props, title } = await readPayload<ProfileInfoProps>(viewer, `/profile-info/${olena.id}`)
    expect(title).toContain('Olena')
    expect(props.person).toMatchObject({
      firstName: 'Olena',
      about: 'Tea first.',
      languages: ['uk'],
      heightCm: 171,
      gender: 'woman',
      interests: ['art', 'dogs'],
    })
    expect(props.relation).toEqual({
      // The squares of the two depend on the area, and so on the tests that had one before.
      band: distanceBand(cellAt(home), cellAt(there)),
      together: { interests: ['art'], intent: 'relationship' },
      relationship: 'none',
      likesMe: false,
      received: null,
      conversationId: null,
    })
  })

  it('offers the conversation to a match alone', async () => {
    const home = newArea()
    const [viewer, ben] = await Promise.all([createPerson(home), createPerson(home)])
    await db.insert(likes).values({ fromId: ben.id, toId: viewer.id, createdAt: 1 })
    const before = await readPayload<ProfileInfoProps>(viewer, `/profile-info/${ben.id}`)
    expect(before.props.relation).toMatchObject({ relationship: 'none', likesMe: true, conversationId: null })
    const [lowId, highId] = [viewer.id, ben.id].sort() as [string, string]
    const conversationId = newId()
    await db.insert(pairs).values({ lowId, highId, conversationId, matchedAt: 1 })
    const after = await readPayload<ProfileInfoProps>(viewer, `/profile-info/${ben.id}`)
    expect(after.props.relation).toMatchObject({ relationship: 'matched', conversationId })
  })

  it('has what of the reader’s its member likes, with the line, until the reader has decided', async () => {
    const home = newArea()
    const [noah, anna, ben] = await Promise.all([
      createPerson(home, { about: 'I bake bread on Sundays.' }),
      createPerson(home, { about: 'Ranní vlaky.', aboutLanguage: 'cs' }),
      createPerson(home),
    ])
    const { about } = await offerOf(anna, noah)
    await likeThing(anna, noah, { tieKind: 'about', tieRef: about[0], line: 'Rye or wheat?' })
    const received = async (from: TestMember) =>
      (await readPayload<ProfileInfoProps>(noah, `/profile-info/${from.id}`)).props.relation?.received
    expect(await received(anna)).toEqual({ kind: 'about', photo: null, text: 'I bake bread on Sundays.', line: 'Rye or wheat?' })
    const page = await (await openPage(noah, `/profile-info/${anna.id}`)).text()
    expect(page).toMatch(/Liked something you wrote.*lang="cs"[^>]*>Rye or wheat\?.*Ranní vlaky/s)
    await likeThing(ben, noah, {})
    expect(await received(ben), 'a plain like').toBeNull()
    await db
      .update(profiles)
      .set({ visibility: { about: 'matches' } })
      .where(eq(profiles.memberId, noah.id))
    expect(await received(anna), 'hidden from strangers').toMatchObject({ text: null, line: 'Rye or wheat?' })
    await postJson(noah, likeActions.pass.path, { id: anna.id })
    expect(await received(anna), 'passed on').toBeNull()
  })

  it('says the likes left from five on, also where its member was passed on: a like can be given there', async () => {
    const home = newArea()
    const [viewer, ben, ...liked] = await Promise.all(Array.from({ length: likesPerDay - 2 }, () => createPerson(home)))
    if (!viewer || !ben) throw new Error('Nobody is there')
    const now = Date.now()
    await db.insert(likes).values(liked.map(({ id }) => ({ fromId: viewer.id, toId: id, createdAt: now })))
    await db.insert(passes).values({ fromId: viewer.id, toId: ben.id, createdAt: now, expiresAt: now + 60 * minute })
    expect(await (await openPage(viewer, `/profile-info/${ben.id}`)).text()).toContain('4 likes left today')
  })

  it('of oneself is as others see it, without buttons, also while paused', async () => {
    const viewer = await createPerson(newArea(), { discoverable: false })
    await db.update(members).set({ state: 'paused' }).where(eq(members.id, viewer.id))
    const { props } = await readPayload<ProfileInfoProps>(viewer, `/profile-info/${viewer.id}`)
    expect(props.person.id).toBe(viewer.id)
    expect(props.relation).toBeNull()
  })

  it('of an absent, hidden, paused, blocked or blocking member is the same 404', async () => {
    const home = newArea()
    const viewer = await createPerson(home)
    const [hidden, paused, blocked, blocker] = await Promise.all([
      createPerson(home, { discoverable: false }),
      createPerson(home, { discoverable: false }),
      createPerson(home),
      createPerson(home),
    ])
    await db.update(members).set({ state: 'paused' }).where(eq(members.id, paused.id))
    await db.insert(blocks).values([
      { blockerId: viewer.id, blockedId: blocked.id, createdAt: 1 },
      { blockerId: blocker.id, blockedId: viewer.id, createdAt: 1 },
    ])
    const answers = await Promise.all(
      [newId(), hidden.id, paused.id, blocked.id, blocker.id].map(async (id) => {
        const response = await openPage(viewer, payloadPath(`/profile-info/${id}`))
        const body = (await response.text()).replaceAll(id, '{id}').replace(/"now":\d+/, '')
        return `${response.status} ${body}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^404 /)
  })
})

describe('a visit', () => {
  it('is recorded when the document is opened, and not when it is fetched ahead', async () => {
    const home = newArea()
    const [viewer, ben] = await Promise.all([createPerson(home), createPerson(home)])
    await openPage(viewer, payloadPath(`/profile-info/${ben.id}`))
    await openPage(viewer, `/profile-info/${ben.id}`, { 'sec-purpose': 'prefetch' })
    expect(await visitsOf(viewer, ben)).toEqual([])
    await (await openPage(viewer, `/profile-info/${ben.id}`)).text()
    const [visit] = await eventually(async () => {
      const rows = await visitsOf(viewer, ben)
      return rows.length > 0 && rows
    }, 'the visit')
    expect(visit).toMatchObject({ count: 1 })
  })

  it('is recorded by the script after a navigation', async () => {
    const home = newArea()
    const [viewer, ben] = await Promise.all([createPerson(home), createPerson(home)])
    expect((await postJson(viewer, visitActions.leave.path, { id: ben.id })).status).toBe(200)
    expect(await visitsOf(viewer, ben)).toMatchObject([{ count: 1 }])
  })

  it('counts again after half an hour, not before', async () => {
    const home = newArea()
    const [viewer, ben] = await Promise.all([createPerson(home), createPerson(home)])
    const now = Date.now()
    const visit = (at: number) => recordVisit(db, { visitorId: viewer.id, visitedId: ben.id, now: at })
    await visit(now)
    await visit(now + 29 * minute)
    expect(await visitsOf(viewer, ben)).toMatchObject([{ count: 1, lastAt: now }])
    await visit(now + 30 * minute)
    expect(await visitsOf(viewer, ben)).toMatchObject([{ count: 2, lastAt: now + 30 * minute }])
  })

  it('to oneself, to nobody, to hidden and to blocked people is not stored', async () => {
    const home = newArea()
    const [viewer, hidden, blocker] = await Promise.all([
      createPerson(home),
      createPerson(home, { discoverable: false }),
      createPerson(home),
    ])
    await db.insert(blocks).values({ blockerId: blocker.id, blockedId: viewer.id, createdAt: 1 })
    for (const id of [newId(), hidden.id, blocker.id])
      expect((await postJson(viewer, visitActions.leave.path, { id })).status).toBe(404)
    await postJson(viewer, visitActions.leave.path, { id: viewer.id })
    expect(await db.select().from(visits).where(eq(visits.visitorId, viewer.id))).toEqual([])
  })

  it('is not recorded for whoever has signed out or has not finished their questionnaire', async () => {
    const ben = await createPerson(newArea())
    const [gone, newcomer] = await Promise.all([createMember(), createMember({ member: { state: 'incomplete' } })])
    await env.DB.prepare('update sessions set revoked_at = 1 where id = ?').bind(gone.sid).run()
    expect((await postJson(gone, visitActions.leave.path, { id: ben.id })).status).toBe(401)
    expect((await postJson(newcomer, visitActions.leave.path, { id: ben.id })).status).toBe(404)
    expect(await db.select().from(visits).where(eq(visits.visitedId, ben.id))).toEqual([])
  })

  it('needs a member, and an id that can be one', async () => {
    const viewer = await createMember()
    expect((await postJson(null, visitActions.leave.path, { id: viewer.id })).status).toBe(401)
    for (const body of [{}, { id: 5 }, { id: 'a b' }, '{']) {
      const { status } = await postJson(viewer, visitActions.leave.path, body)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })
})

describe('last activity', () => {
  const activeAtOf = async ({ id }: TestMember) =>
    (await db.select({ at: profiles.activeAt }).from(profiles).where(eq(profiles.memberId, id)))[0]?.at ?? 0

  it('is noted when a page is opened, at most every four minutes, and not when it is fetched ahead', async () => {
    const start = Date.now()
    const idle = await createPerson(newArea(), { activeAt: start - 5 * minute })
    await (await openPage(idle, '/people-nearby', { 'sec-purpose': 'prefetch' })).text()
    expect(await activeAtOf(idle)).toBe(start - 5 * minute)
    await (await openPage(idle, '/people-nearby')).text()
    await eventually(async () => (await activeAtOf(idle)) >= start, 'the activity')
    const busy = await createPerson(newArea(), { activeAt: start - 3 * minute })
    await (await openPage(busy, '/people-nearby')).text()
    await (await openPage(idle, '/people-nearby')).text()
    expect(await activeAtOf(busy)).toBe(start - 3 * minute)
  })
})
