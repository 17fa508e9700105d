import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { members, profiles, restrictions } from '#db/schema.ts'
import { chatActions } from '#features/chat/contract.ts'
import { sweepRestrictions } from '#features/restriction/server/public.ts'
import { encounterOf, pairUp, viewBy } from '#test/support/worker/encounter.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { eventually, newId } from '#test/support/worker/realtime-client.ts'
import { fileReport, reportEncounter } from '#test/support/worker/reports.ts'
import { createModerator, type Colleague } from '#test/support/worker/staff.ts'
import { seatBy, untilPaired } from '#test/support/worker/waiting.ts'

const statement = { rule: 'scam', facts: 'On Monday you asked three members for money.', duration: 'week' }
const decision = { ...statement, action: 'restrict', reason: 'Three members have said the same.' }
const minuteMs = 60_000

const restrictionOf = async ({ id }: TestMember) => (await db.select().from(restrictions).where(eq(restrictions.memberId, id)))[0]
const stateOf = async ({ id }: TestMember) => (await db.select().from(members).where(eq(members.id, id)))[0]?.state
const isInLists = async ({ id }: TestMember) =>
  (await db.select().from(profiles).where(eq(profiles.memberId, id)))[0]?.discoverable

const restrict = (moderator: Colleague, { id }: TestMember) => moderator.submit(`/ops/members/${id}/restrict`, statement)
const decide = (moderator: Colleague, report: string) => postForm(moderator.member, `/ops/reports/${report}`, decision)
/** How the profile answers somebody else. */
const seenBy = async (viewer: TestMember, { id }: TestMember) => (await openPage(viewer, `/profile-info/${id}`)).status

async function setUp(role: 'member' | 'moderator' | 'operator' = 'member') {
  const [moderator, person, partner, viewer] = await Promise.all([
    createModerator(),
    createMember({ member: { role } }),
    createMember(),
    createMember(),
  ])
  return { moderator, person, partner, viewer }
}

async function meet(person: TestMember, partner: TestMember): Promise<string> {
  const { id } = await pairUp('anonymous', [partner.id, person.id])
  await Promise.all([untilPaired(person), untilPaired(partner)])
  return id
}

async function expectClosed(person: TestMember): Promise<void> {
  expect((await openPage(person, '/likes')).headers.get('location')).toBe('/restricted')
  const sent = await postJson(person, chatActions.send.path, { conversation: newId(), cid: newId(), text: 'Hello' })
  expect([sent.status, await sent.json()]).toMatchObject([403, { error: { code: 'restricted' } }])
}

describe('a restriction in a talk with a stranger', () => {
  it('closes the account and ends the talk at once, and others see it at a moment within half an hour', async () => {
    const { moderator, person, partner, viewer } = await setUp()
    const id = await meet(person, partner)
    const since = Date.now()
    expect((await restrict(moderator, person)).headers.get('location')).toContain('done=restricted')
    await expectClosed(person)
    expect((await viewBy(id, partner.id)).phase).toBe('ended')
    await eventually(async () => (await seatBy(partner).read()).state === 'free', 'a free seat')

    const hidesAt = (await restrictionOf(person))?.hidesAt ?? 0
    expect(hidesAt).toBeGreaterThanOrEqual(since)
    // The cron runs every five minutes.
    expect(hidesAt).toBeLessThanOrEqual(Date.now() + 25 * minuteMs)
    const seen = async () => [await seenBy(viewer, person), await stateOf(person), await isInLists(person)]
    expect(await seen()).toEqual([200, 'complete', true])
    await sweepRestrictions(env, hidesAt - 1)
    expect(await seen()).toEqual([200, 'complete', true])
    await sweepRestrictions(env, hidesAt)
    expect(await seen()).toEqual([404, 'restricted', false])
    expect((await restrictionOf(person))?.hidesAt).toBeNull()
    await expectClosed(person)
  })

  it('is seen at a moment of its own each time', async () => {
    const moderator = await createModerator()
    const delays = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const [person, partner] = await Promise.all([createMember(), createMember()])
        await meet(person, partner)
        await restrict(moderator, person)
        const { hidesAt, createdAt } = (await restrictionOf(person)) ?? {}
        return (hidesAt ?? 0) - (createdAt ?? 0)
      }),
    )
    expect(new Set(delays).size).toBe(4)
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(1000)
  })

  it('that has ended a moment ago hides as late', async () => {
    const { moderator, person, partner, viewer } = await setUp()
    await encounterOf(await meet(person, partner)).act(partner.id, { kind: 'leave' })
    await eventually(async () => (await seatBy(person).read()).state === 'free', 'a free seat')
    await restrict(moderator, person)
    expect((await restrictionOf(person))?.hidesAt).toEqual(expect.any(Number))
    expect(await seenBy(viewer, person)).toBe(200)
  })

  it('that is lifted before others see it has never been seen', async () => {
    const { moderator, person, partner, viewer } = await setUp()
    await meet(person, partner)
    await restrict(moderator, person)
    const row = await restrictionOf(person)
    await moderator.submit(`/ops/restrictions/${row?.id}/lift`)
    await sweepRestrictions(env, row?.hidesAt ?? 0)
    expect([await seenBy(viewer, person), await stateOf(person), await isInLists(person)]).toEqual([200, 'complete', true])
    expect((await openPage(person, '/likes')).status).toBe(200)
  })
})

describe('a restriction without a talk', () => {
  it('is seen at once', async () => {
    const { moderator, person, viewer } = await setUp()
    await restrict(moderator, person)
    expect((await restrictionOf(person))?.hidesAt).toBeNull()
    expect([await seenBy(viewer, person), await stateOf(person), await isInLists(person)]).toEqual([404, 'restricted', false])
  })

  it('by a report of a profile is seen at once, and by a report of a talk later', async () => {
    const { moderator, person, partner, viewer } = await setUp()
    const other = await createMember()
    await decide(moderator, await fileReport(partner, other))
    await decide(moderator, await reportEncounter(partner, person))
    expect([await seenBy(viewer, other), await seenBy(viewer, person)]).toEqual([404, 200])
    expect((await restrictionOf(other))?.hidesAt).toBeNull()
    expect((await restrictionOf(person))?.hidesAt).toEqual(expect.any(Number))
    await expectClosed(person)
  })
})

describe('a restriction from the member’s page', () => {
  it.each(['anonymous', 'blind'] as const)('is seen later while a report of a talk is open: %s', async (source) => {
    const { moderator, person, partner, viewer } = await setUp()
    const report = await reportEncounter(partner, person, { source })
    const since = Date.now()
    await restrict(moderator, person)
    const hidesAt = (await restrictionOf(person))?.hidesAt ?? 0
    expect(hidesAt).toBeGreaterThanOrEqual(since)
    expect(hidesAt).toBeLessThanOrEqual(Date.now() + 25 * minuteMs)
    await expectClosed(person)
    // The reporter reads of the decision while the profile is as it was.
    await postForm(moderator.member, `/ops/reports/${report}`, { action: 'covered', reason: decision.reason })
    expect([await seenBy(viewer, person), await stateOf(person), await isInLists(person)]).toEqual([200, 'complete', true])
    await sweepRestrictions(env, hidesAt)
    expect(await seenBy(viewer, person)).toBe(404)
  })

  it('is seen at once where reports of talks are decided, or open about somebody else', async () => {
    const { moderator, person, partner, viewer } = await setUp()
    const report = await reportEncounter(partner, person)
    await postForm(moderator.member, `/ops/reports/${report}`, { action: 'dismiss', reason: decision.reason })
    await reportEncounter(person, await createMember())
    await fileReport(viewer, person)
    await restrict(moderator, person)
    expect((await restrictionOf(person))?.hidesAt).toBeNull()
    expect(await stateOf(person)).toBe('restricted')
  })
})

describe('a restriction that is refused leaves the talk alone', () => {
  const expectTalk = async (id: string, person: TestMember) => {
    expect((await viewBy(id, person.id)).phase).toBe('talking')
    expect((await seatBy(person).read()).state).toBe('paired')
    expect(await restrictionOf(person)).toBeUndefined()
  }

  it.each(['moderator', 'operator'] as const)('of a colleague: %s', async (role) => {
    const { moderator, person, partner } = await setUp(role)
    const id = await meet(person, partner)
    expect((await restrict(moderator, person)).status).toBe(409)
    await expectTalk(id, person)
  })

  it('of oneself', async () => {
    const { moderator, partner } = await setUp()
    const id = await meet(moderator.member, partner)
    expect((await restrict(moderator, moderator.member)).status).toBe(409)
    await expectTalk(id, moderator.member)
  })

  it('by the report of a colleague, and by one that is decided already', async () => {
    const [{ moderator, person, partner }, operator] = await Promise.all([setUp('moderator'), createModerator('operator')])
    const ben = await createMember()
    const [report, decided] = [await fileReport(partner, person), await fileReport(partner, ben)]
    await postForm(operator.member, `/ops/reports/${decided}`, { action: 'dismiss', reason: decision.reason })
    const [third, fourth] = await Promise.all([createMember(), createMember()])
    const [one, two] = [await meet(person, third), await meet(ben, fourth)]
    expect((await decide(moderator, report)).status).toBe(409)
    expect((await decide(moderator, decided)).status).toBe(409)
    await expectTalk(one, person)
    await expectTalk(two, ben)
  })
})
