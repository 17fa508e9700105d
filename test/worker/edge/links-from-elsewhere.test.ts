import { noScriptActions } from '#server/actions/no-script.ts'
import { visitActions } from '#features/visits/contract.ts'
import { likeActions } from '#features/likes/contract.ts'
import { env, runInDurableObject } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { profiles, visits } from '#db/schema.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { lookAt, openPage } from '#test/support/worker/pages.ts'
import { eventually } from '#test/support/worker/realtime-client.ts'

const hourMs = 60 * 60_000
/** The headers of browsers for a link on another site, on another host of ours, and for a chain that began on either. */
const elsewhere: Record<string, string>[] = ['cross-site', 'same-site'].map((site) => ({ 'sec-fetch-site': site }))
const ownWays: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}]
const profileOf = ({ id }: TestMember) => `/profile-info/${id}`
const visitsTo = (member: TestMember) => db.select().from(visits).where(eq(visits.visitedId, member.id))
const wishesOf = ({ id }: TestMember) =>
  runInDurableObject(env.MEMBER_HUB.getByName(id), (_, { storage }) =>
    storage.sql.exec('SELECT name FROM alarms WHERE name LIKE ?', 'visitor%').toArray(),
  )
const ownRow = async ({ id }: TestMember) => {
  const [row] = await db.select().from(profiles).where(eq(profiles.memberId, id))
  if (!row) throw new Error('A member without a profile')
  return row
}

describe('a link on another site', () => {
  it.each(elsewhere)('shows the profile and leaves no visit: %o', async (headers) => {
    const [anna, ben] = await Promise.all([createMember({ member: { firstName: 'Annabel' } }), createMember()])
    expect(await lookAt(ben, profileOf(anna), headers)).toContain('Annabel')
    expect(await visitsTo(anna)).toEqual([])
    expect(await wishesOf(anna)).toEqual([])
  })

  it('lets the page that it opened leave none either, and no other page', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    for (const headers of elsewhere) expect(await lookAt(ben, profileOf(anna), headers)).toContain('"isFromElsewhere":true')
    for (const headers of ownWays) expect(await lookAt(ben, profileOf(anna), headers)).toContain('"isFromElsewhere":false')
    const payload = await openPage(ben, `${profileOf(anna)}/_payload.json`, { 'sec-fetch-site': 'same-origin' })
    expect((await payload.json<{ data: unknown }>()).data).toMatchObject({ isFromElsewhere: false })
  })

  it.each(elsewhere)('is no activity of the person who follows it: %o', async (headers) => {
    const before = Date.now() - 3 * hourMs
    const ben = await createMember({ profile: { activeAt: before } })
    for (const path of [profileOf(await createMember()), '/people-nearby', '/likes']) await lookAt(ben, path, headers)
    expect((await ownRow(ben)).activeAt).toBe(before)
  })

  it.each(elsewhere)('leaves visitors and likes as new as they were: %o', async (headers) => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await postJson(ben, visitActions.leave.path, { id: anna.id })
    await postJson(ben, likeActions.like.path, { id: anna.id })
    const hub = env.MEMBER_HUB.getByName(anna.id)
    await eventually(async () => (await hub.summary()).likes === 1, 'the like')
    const { visitorsSeenAt } = await ownRow(anna)
    for (const path of ['/visitors', '/likes']) await lookAt(anna, path, headers)
    expect((await ownRow(anna)).visitorsSeenAt).toBe(visitorsSeenAt)
    expect((await hub.summary()).likes).toBe(1)
    for (const path of ['/visitors', '/likes']) await lookAt(anna, path, { 'sec-fetch-site': 'same-origin' })
    expect((await ownRow(anna)).visitorsSeenAt).toBeGreaterThan(visitorsSeenAt)
    expect((await hub.summary()).likes).toBe(0)
  })

  it('comes in one piece: a browser without script is not sent on from a page of ours', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const refresh = /<meta http-equiv="refresh"/i
    for (const headers of elsewhere) expect(await lookAt(ben, profileOf(anna), headers)).not.toMatch(refresh)
    expect(await lookAt(ben, profileOf(anna))).toMatch(refresh)
  })
})

it.each(['/sign-in', '/uk/sign-in'])(
  'a link that somebody follows signed out is no visit either, when %s has let them in',
  async (path) => {
    const before = Date.now() - 3 * hourMs
    const [anna, ben] = await Promise.all([createMember(), createMember({ profile: { activeAt: before } })])
    const led = await openPage(null, `${path.replace('/sign-in', '')}${profileOf(anna)}`, { 'sec-fetch-site': 'cross-site' })
    const signIn = led.headers.get('location') ?? ''
    expect(signIn).toMatch(new RegExp(`^${path}\\?next=`))
    const headers = { 'sec-fetch-site': 'same-origin', referer: `https://kismet.localhost${signIn}` }
    expect(await lookAt(ben, profileOf(anna), headers)).toContain('"isFromElsewhere":true')
    expect(await visitsTo(anna)).toEqual([])
    expect((await ownRow(ben)).activeAt).toBe(before)
    await lookAt(ben, profileOf(anna), { ...headers, referer: `https://kismet.localhost${path}` })
    expect(await visitsTo(anna)).toMatchObject([{ visitorId: ben.id, count: 1 }])
  },
)

it.each(ownWays)('an address that was opened otherwise is a visit and an activity: %o', async (headers) => {
  const before = Date.now() - 3 * hourMs
  const [anna, ben] = await Promise.all([createMember(), createMember({ profile: { activeAt: before } })])
  await lookAt(ben, profileOf(anna), headers)
  expect(await visitsTo(anna)).toMatchObject([{ visitorId: ben.id, count: 1 }])
  expect((await ownRow(ben)).activeAt).toBeGreaterThan(before)
})

it('a visit that another site reports is refused', async () => {
  const [anna, ben] = await Promise.all([createMember(), createMember()])
  for (const headers of elsewhere)
    expect((await postJson(ben, visitActions.leave.path, { id: anna.id }, headers)).status).toBe(403)
  expect(await visitsTo(anna)).toEqual([])
})

describe('a browser without script', () => {
  const plainAt = (headers: Record<string, string>) => openPage(null, `${noScriptActions.mark.path}?next=%2Fsign-in`, headers)

  it('is distinguished by its own pages', async () => {
    for (const headers of ownWays) {
      const answer = await plainAt(headers)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/sign-in'])
      expect(answer.headers.get('set-cookie')).toMatch(/^__Host-plain=1/)
    }
  })

  it('is not what a link on another site makes of one', async () => {
    for (const headers of elsewhere) {
      const answer = await plainAt(headers)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/sign-in'])
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })
})
