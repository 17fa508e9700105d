import { settingsActions } from '#features/settings/contract.ts'
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, passes, profiles, visits } from '#db/schema.ts'
import { visitActions, visitLifetimeMs, type VisitorsProps } from '#features/visits/contract.ts'
import { readVisitorNews } from '#features/visits/server/public.ts'
import { recordVisit } from '#features/visits/server/queries.ts'
import { sweep } from '#worker/sweep.ts'
import { env } from 'cloudflare:test'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { lookAt, openPage, readPayload } from '#test/support/worker/pages.ts'
import { eventually, newId } from '#test/support/worker/realtime-client.ts'

const minuteMs = 60_000
const visit = (visitor: TestMember, id: unknown) => postJson(visitor, visitActions.leave.path, { id })
const see = (member: TestMember, until: unknown) => postJson(member, visitActions.seen.path, { until })
const open = async (member: TestMember, query = '') => (await readPayload<VisitorsProps>(member, `/visitors${query}`)).props
const ids = ({ cards }: VisitorsProps) => cards.map(({ id }) => id)
const visitsTo = (member: TestMember) => db.select().from(visits).where(eq(visits.visitedId, member.id))
const set = (member: TestMember, profile: Partial<typeof profiles.$inferInsert>) =>
  db.update(profiles).set(profile).where(eq(profiles.memberId, member.id))
const newOnes = async (member: TestMember) => (await readVisitorNews(db, member.id, Date.now())).people

/** Visitors of the past, one a minute, the latest first. */
async function bring(member: TestMember, count: number, since = Date.now()): Promise<TestMember[]> {
  const people = await Promise.all(Array.from({ length: count }, () => createMember()))
  const rows = people.map(({ id }, index) => ({
    visitorId: id,
    visitedId: member.id,
    lastAt: since - index * minuteMs,
    count: 1,
  }))
  for (let from = 0; from < rows.length; from += 20) await db.insert(visits).values(rows.slice(from, from + 20))
  return people
}

describe('a visit', () => {
  it('is counted once in half an hour, however many windows are open', { timeout: 30_000 }, async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await Promise.all(Array.from({ length: 50 }, () => visit(ben, anna.id)))
    expect(await visitsTo(anna)).toMatchObject([{ visitorId: ben.id, count: 1 }])
    const now = Date.now()
    await recordVisit(db, { visitorId: ben.id, visitedId: anna.id, now: now + 31 * minuteMs })
    expect(await visitsTo(anna)).toMatchObject([{ count: 2, lastAt: now + 31 * minuteMs }])
  })

  it('counts from one again after 30 days without any', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await db.insert(visits).values({ visitorId: ben.id, visitedId: anna.id, lastAt: Date.now() - visitLifetimeMs, count: 7 })
    await visit(ben, anna.id)
    expect(await visitsTo(anna)).toMatchObject([{ count: 1 }])
  })

  it('to oneself, to nobody, to a blocked and to a hidden member leaves nothing', async () => {
    const [anna, blocked, hidden] = await Promise.all([
      createMember(),
      createMember(),
      createMember({ member: { state: 'paused' }, profile: { discoverable: false } }),
    ])
    await db.insert(blocks).values({ blockerId: blocked.id, blockedId: anna.id, createdAt: 1 })
    const answers = await Promise.all([newId(), blocked.id, hidden.id].map((id) => visit(anna, id)))
    const told = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))
    expect(new Set(told).size).toBe(1)
    expect(told[0]).toMatch(/^404 /)
    await visit(anna, anna.id)
    expect(await db.select().from(visits).where(eq(visits.visitorId, anna.id))).toEqual([])
  })

  it('is left by opening the profile, and not by fetching it ahead', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await openPage(ben, `/profile-info/${anna.id}`, { 'sec-purpose': 'prefetch' })
    await readPayload(ben, `/profile-info/${anna.id}`)
    expect(await visitsTo(anna)).toEqual([])
    await openPage(ben, `/profile-info/${anna.id}`)
    await eventually(async () => (await visitsTo(anna)).length === 1, 'a visit')
  })
})

describe('the page of visitors', () => {
  it('shows the latest first, by 24, and nobody twice', async () => {
    const anna = await createMember()
    const people = await bring(anna, 50)
    const first = await open(anna)
    const second = await open(anna, `?after=${first.next}`)
    const third = await open(anna, `?after=${second.next}`)
    expect([first, second, third].flatMap(ids)).toEqual(people.map(({ id }) => id))
    expect([first.paged, second.paged, third.next]).toEqual([false, true, null])
  })

  it('goes back 30 days, whether the sweep has been there or not', async () => {
    const anna = await createMember()
    const now = Date.now()
    const [recent, old] = await Promise.all([createMember(), createMember()])
    await db.insert(visits).values([
      { visitorId: recent.id, visitedId: anna.id, lastAt: now - visitLifetimeMs + minuteMs, count: 3 },
      { visitorId: old.id, visitedId: anna.id, lastAt: now - visitLifetimeMs - minuteMs, count: 9 },
    ])
    expect((await open(anna)).cards).toMatchObject([{ id: recent.id, count: 3 }])
    await sweep(env, now)
    expect(await visitsTo(anna)).toMatchObject([{ visitorId: recent.id }])
  })

  it('leaves out who is away, passed on or behind a block on either side', async () => {
    const anna = await createMember()
    const [here, away, passed, blocked, blocker] = await bring(anna, 5)
    if (!here || !away || !passed || !blocked || !blocker) throw new Error('Nobody came')
    await set(away, { discoverable: false })
    const now = Date.now()
    await db.insert(passes).values({ fromId: anna.id, toId: passed.id, createdAt: now, expiresAt: now + minuteMs })
    await db.insert(blocks).values([
      { blockerId: anna.id, blockedId: blocked.id, createdAt: 1 },
      { blockerId: blocker.id, blockedId: anna.id, createdAt: 1 },
    ])
    expect(ids(await open(anna))).toEqual([here.id])
    expect(await newOnes(anna)).toBe(1)
  })

  it('shows of a visitor what a stranger may know', async () => {
    const [anna, ben] = await Promise.all([
      createMember(),
      createMember({ profile: { intent: 'dating', visibility: { intent: 'me' }, showsOnline: false, cellX: 4, cellY: 5 } }),
    ])
    await visit(ben, anna.id)
    const { cards } = await open(anna)
    expect(cards).toMatchObject([{ id: ben.id, intent: null, online: false, relationship: 'none', isFavourite: false }])
    expect(JSON.stringify(cards)).not.toMatch(/1990-|example\.test|"cell|cell_/)
  })

  it.each(['%00%27--', 'x', '1.2.3.4', 'lx.abc', '..1'])(
    'begins at the beginning for the edited cursor %s, and says so',
    async (after) => {
      const anna = await createMember()
      const [ben] = await bring(anna, 1)
      expect(await open(anna, `?after=${after}`)).toMatchObject({ isLost: true, paged: false, cards: [{ id: ben?.id }] })
      expect((await open(anna)).isLost).toBe(false)
    },
  )
})

describe('new visitors', () => {
  it('are those since the last look; loading the page is none, prefetched or not', async () => {
    const anna = await createMember()
    await bring(anna, 3)
    await openPage(anna, '/visitors', { 'sec-purpose': 'prefetch' })
    for (let load = 0; load < 2; load++) expect((await open(anna)).cards.map(({ isNew }) => isNew)).toEqual([true, true, true])
    expect(await newOnes(anna)).toBe(3)
    expect((await see(anna, Date.now())).status).toBe(200)
    expect((await open(anna)).cards.map(({ isNew }) => isNew)).toEqual([false, false, false])
    expect(await newOnes(anna)).toBe(0)
  })

  it('are seen when the page is really opened', async () => {
    const anna = await createMember()
    await bring(anna, 2)
    await openPage(anna, '/visitors')
    await eventually(async () => (await newOnes(anna)) === 0, 'no new visitors')
  })

  it('stay marked on the pages behind the first, which has been seen by then', async () => {
    const anna = await createMember()
    await bring(anna, 30)
    const first = await open(anna)
    await see(anna, Date.now())
    expect((await open(anna, `?after=${first.next}`)).cards.map(({ isNew }) => isNew)).toEqual(Array(6).fill(true))
  })

  it('who came while the page lay open stay new, and an old window takes nothing back', async () => {
    const anna = await createMember()
    const now = Date.now()
    await bring(anna, 1, now - minuteMs)
    await see(anna, now - 2 * minuteMs)
    expect(await newOnes(anna)).toBe(1)
    await see(anna, now)
    await see(anna, 0)
    expect(await newOnes(anna)).toBe(0)
  })

  it('who came after the first page was opened are not seen by opening the next', async () => {
    const anna = await createMember()
    await bring(anna, 30, Date.now() - minuteMs)
    const { next } = await open(anna)
    await lookAt(anna, '/visitors')
    expect(await newOnes(anna)).toBe(0)
    const late = await createMember()
    await visit(late, anna.id)
    await lookAt(anna, `/visitors?after=${next}`)
    expect(await newOnes(anna)).toBe(1)
    expect((await open(anna)).cards[0]).toMatchObject({ id: late.id, isNew: true })
  })

  it('cannot be seen before they come', async () => {
    const anna = await createMember()
    await see(anna, Date.now() + 365 * 24 * 60 * minuteMs)
    const [mine] = await db.select().from(profiles).where(eq(profiles.memberId, anna.id))
    expect(mine?.visitorsSeenAt).toBeLessThanOrEqual(Date.now())
    const statuses = await Promise.all(['soon', -1, 1.5, null, undefined].map(async (until) => (await see(anna, until)).status))
    expect(statuses).toEqual([422, 422, 422, 422, 422])
  })
})

describe('browsing invisibly', () => {
  const invisibly = (member: TestMember, on: boolean) =>
    postJson(member, settingsActions.privacy.path, { showsOnline: true, browsesInvisibly: on })

  it('leaves no visits and shows none, and costs nothing to switch off again', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await visit(ben, anna.id)
    expect((await invisibly(anna, true)).status).toBe(200)
    await visit(anna, ben.id)
    expect(await visitsTo(ben)).toEqual([])
    expect(await open(anna)).toMatchObject({ isInvisible: true, cards: [] })
    expect(await newOnes(anna)).toBe(0)
    expect(await (await openPage(anna, '/visitors')).text()).toContain('/main-settings?section=privacy')
    await lookAt(anna, '/visitors')
    await invisibly(anna, false)
    expect(await open(anna)).toMatchObject({ isInvisible: false, cards: [{ id: ben.id, isNew: true }] })
    await visit(anna, ben.id)
    expect(
      await db
        .select()
        .from(visits)
        .where(and(eq(visits.visitorId, anna.id), eq(visits.visitedId, ben.id))),
    ).toHaveLength(1)
  })

  it('shows no visitor who came meanwhile, not even after it was switched off', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const before = Date.now() - 60 * minuteMs
    const [cleo] = (await bring(anna, 1, before)) as [TestMember]
    await invisibly(anna, true)
    expect((await visit(ben, anna.id)).status).toBe(200)
    await visit(cleo, anna.id)
    await openPage(ben, `/profile-info/${anna.id}`)
    await invisibly(anna, false)
    expect(await visitsTo(anna)).toEqual([{ visitorId: cleo.id, visitedId: anna.id, lastAt: before, count: 1 }])
    expect(await open(anna)).toMatchObject({ cards: [{ id: cleo.id, at: before, count: 1 }] })
    await visit(ben, anna.id)
    expect(ids(await open(anna))).toEqual([ben.id, cleo.id])
  })
})
