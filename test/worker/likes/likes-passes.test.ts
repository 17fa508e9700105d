import { settingsActions } from '#features/settings/contract.ts'
import { chatActions } from '#features/chat/contract.ts'
import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blocks, counters, passes, profiles } from '#db/schema.ts'
import { likeActions, type LikesProps } from '#features/likes/contract.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import type { Props as ProfileInfoProps } from '#pages/profile-info/props.ts'
import { visitActions, type VisitorsProps } from '#features/visits/contract.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { createPerson, newArea } from '#test/support/worker/places.ts'
import { eventually, newId, origin } from '#test/support/worker/realtime-client.ts'
import { passOldReset, twoZones } from '#test/support/worker/zones.ts'

const pass = (from: TestMember, id: string) => postJson(from, likeActions.pass.path, { id })
const like = (from: TestMember, id: string) => postJson(from, likeActions.like.path, { id })
const withdraw = (from: TestMember, id: string) => postJson(from, likeActions.withdraw.path, { id })
const undo = (from: TestMember, id: string) => postJson(from, likeActions.undo.path, { id })
const undoneAt = (from: TestMember, at: number) =>
  db
    .update(counters)
    .set({ count: at })
    .where(eq(counters.key, `undo-pass:${from.id}`))
const passesOf = (from: TestMember) => db.select().from(passes).where(eq(passes.fromId, from.id)).orderBy(passes.createdAt)

describe('a pass', () => {
  it('hides the person for 90 days', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    expect((await pass(anna, ben.id)).status).toBe(200)
    const [stored] = await passesOf(anna)
    expect((stored?.expiresAt ?? 0) - (stored?.createdAt ?? 0)).toBe(90 * 24 * 3_600_000)
  })

  it('on oneself, nobody, a blocked or a hidden member gets the same 404 and stores nothing', async () => {
    const [anna, blocked, hidden] = await Promise.all([
      createMember(),
      createMember(),
      createMember({ profile: { discoverable: false } }),
    ])
    await db.insert(blocks).values({ blockerId: blocked.id, blockedId: anna.id, createdAt: 1 })
    const answers = await Promise.all(
      [anna.id, newId(), blocked.id, hidden.id].map(async (id) => {
        const response = await pass(anna, id)
        return `${response.status} ${await response.text()}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^404 /)
    expect(await passesOf(anna)).toEqual([])
  })

  it('on someone who is liked is refused', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await like(anna, ben.id)
    expect((await pass(anna, ben.id)).status).toBe(409)
    expect(await passesOf(anna)).toEqual([])
  })
})

describe('a like of somebody who was passed on', () => {
  const visitorsOf = async (member: TestMember) =>
    (await readPayload<VisitorsProps>(member, '/visitors')).props.cards.map(({ id }) => id)
  const relationshipOf = async (member: TestMember, id: string) =>
    (await readPayload<ProfileInfoProps>(member, `/profile-info/${id}`)).props.relation?.relationship
  const nearbyOf = async (member: TestMember) =>
    (await readPayload<PeopleNearbyProps>(member, '/people-nearby')).props.nearby.people.map(({ id }) => id)
  const countsOf = async (member: TestMember) => (await readPayload<LikesProps>(member, '/likes')).props.counts
  const visit = (from: TestMember, to: TestMember) => postJson(from, visitActions.leave.path, { id: to.id })

  it('outranks the pass everywhere; taken back, the pass counts again with its ninety days', async () => {
    const home = newArea()
    const [anna, ben] = await Promise.all([createPerson(home), createPerson(home)])
    await visit(ben, anna)
    await pass(anna, ben.id)
    const [before] = await passesOf(anna)
    expect([await relationshipOf(anna, ben.id), await visitorsOf(anna), await nearbyOf(anna)]).toEqual(['passed', [], []])

    expect((await like(anna, ben.id)).status).toBe(200)
    expect([await relationshipOf(anna, ben.id), await visitorsOf(anna), await nearbyOf(anna)]).toEqual(['liked', [ben.id], []])
    expect(await countsOf(ben)).toMatchObject({ received: 1 })

    expect(await (await withdraw(anna, ben.id)).json()).toMatchObject({ liked: false, passed: true })
    expect([await relationshipOf(anna, ben.id), await visitorsOf(anna), await nearbyOf(anna)]).toEqual(['passed', [], []])
    expect(await countsOf(ben)).toMatchObject({ received: 0 })
    expect(await passesOf(anna)).toEqual([before])
  })

  it('taken back leaves the day’s undo to bring the person back', async () => {
    const home = newArea()
    const [anna, ben] = await Promise.all([createPerson(home), createPerson(home)])
    await pass(anna, ben.id)
    await like(anna, ben.id)
    // Somebody liked has no pass to take back, and asking for it uses nothing up.
    expect((await undo(anna, ben.id)).status).toBe(404)
    await withdraw(anna, ben.id)
    expect(await (await undo(anna, ben.id)).json()).toMatchObject({ undone: ben.id })
    expect([await relationshipOf(anna, ben.id), await nearbyOf(anna)]).toEqual(['none', [ben.id]])
  })

  it('makes the pass before it the last one, while it stands', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    await pass(anna, ben.id)
    await pass(anna, carl.id)
    await db.update(passes).set({ createdAt: 1 }).where(eq(passes.toId, ben.id))
    await like(anna, carl.id)
    expect(await (await undo(anna, ben.id)).json()).toMatchObject({ undone: ben.id })
    expect(await passesOf(anna)).toMatchObject([{ toId: carl.id }])
  })

  it('taken back without a pass from before, or after its ninety days, leaves none', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    await pass(anna, carl.id)
    await db.update(passes).set({ expiresAt: Date.now() }).where(eq(passes.fromId, anna.id))
    for (const { id } of [ben, carl]) {
      await like(anna, id)
      expect(await (await withdraw(anna, id)).json()).toMatchObject({ liked: false, passed: false })
      expect(await relationshipOf(anna, id)).toBe('none')
    }
  })

  it('that became a match keeps the pass out of sight when the match ends', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await visit(ben, anna)
    await pass(anna, ben.id)
    expect((await like(ben, anna.id)).status).toBe(200)
    expect(await countsOf(anna)).toMatchObject({ received: 0 })
    const { conversationId } = await (await like(anna, ben.id)).json<{ conversationId: string }>()
    expect(await relationshipOf(anna, ben.id)).toBe('matched')
    expect((await postJson(anna, chatActions.unmatch.path, { conversation: conversationId })).status).toBe(200)
    expect([await relationshipOf(anna, ben.id), await visitorsOf(anna)]).toEqual(['ended', [ben.id]])
    expect(await countsOf(anna)).toEqual({ received: 0, sent: 0, matches: 0 })
    expect((await undo(anna, ben.id)).status).toBe(404)
  })

  it('is notified to its receiver, whose own lists do not show the pass', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await pass(anna, ben.id)
    await like(anna, ben.id)
    const received = (await readPayload<LikesProps>(ben, '/likes')).props.cards.map(({ id }) => id)
    expect(received).toEqual([anna.id])
    const hub = env.MEMBER_HUB.getByName(ben.id)
    await eventually(async () => (await hub.summary()).likes === 1, 'the like')
    await withdraw(anna, ben.id)
    expect((await hub.summary()).likes).toBe(0)
  })
})

describe('a like from someone passed on', () => {
  it('is neither notified nor shown to the one who passed, and shows once the pass is taken back', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    const hub = env.MEMBER_HUB.getByName(anna.id)
    await pass(anna, ben.id)
    expect((await postJson(ben, likeActions.like.path, { id: anna.id })).status).toBe(200)
    await postJson(carl, likeActions.like.path, { id: anna.id })
    // The later like has come, so the earlier one would have been there.
    await eventually(async () => (await hub.notices(9, null)).length > 0, 'the other like')
    expect(await hub.notices(9, null)).toMatchObject([{ notice: { kind: 'like', from: carl.id }, others: [] }])
    expect((await hub.summary()).likes).toBe(1)
    const listed = async () => (await readPayload<LikesProps>(anna, '/likes')).props.cards.map(({ id }) => id)
    expect(await listed()).toEqual([carl.id])
    await undo(anna, ben.id)
    expect((await listed()).toSorted()).toEqual([ben.id, carl.id].toSorted())
  })
})

describe('the undo', () => {
  it('brings the last person back, once a day', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    await pass(anna, ben.id)
    await pass(anna, carl.id)
    await db.update(passes).set({ createdAt: 1 }).where(eq(passes.toId, ben.id))
    expect(await (await undo(anna, carl.id)).json()).toMatchObject({ undone: carl.id })
    const again = await undo(anna, ben.id)
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ error: { code: 'undo-used' } })
    expect(await passesOf(anna)).toMatchObject([{ toId: ben.id }])
  })

  it('without a pass is a 404 and is not used up', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    expect((await undo(anna, ben.id)).status).toBe(404)
    await pass(anna, ben.id)
    expect((await undo(anna, ben.id)).status).toBe(200)
    expect(await passesOf(anna)).toEqual([])
  })

  it('of somebody who is not the last one brings no person back and is not used up', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    await pass(anna, ben.id)
    await pass(anna, carl.id)
    await db.update(passes).set({ createdAt: 1 }).where(eq(passes.toId, ben.id))
    const refused = await undo(anna, ben.id)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ error: { code: 'conflict' } })
    expect(await passesOf(anna)).toHaveLength(2)
    expect(await (await undo(anna, carl.id)).json()).toMatchObject({ undone: carl.id })
  })

  it('neither names nor brings back who is hidden by now, and is not used up', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    await pass(anna, ben.id)
    await pass(anna, carl.id)
    await db.update(passes).set({ createdAt: 1 }).where(eq(passes.toId, ben.id))
    await db.update(profiles).set({ discoverable: false }).where(eq(profiles.memberId, carl.id))
    const [ofHidden, ofNobody] = await Promise.all([undo(anna, carl.id), undo(anna, newId())])
    expect([ofHidden.status, await ofHidden.text()]).toEqual([404, await ofNobody.text()])
    expect(await (await undo(anna, ben.id)).json()).toMatchObject({ undone: ben.id })
    expect(await passesOf(anna)).toMatchObject([{ toId: carl.id }])
  })

  it('passes over who has blocked the member since', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    await pass(anna, ben.id)
    await pass(anna, carl.id)
    await db.update(passes).set({ createdAt: 1 }).where(eq(passes.toId, ben.id))
    await db.insert(blocks).values({ blockerId: carl.id, blockedId: anna.id, createdAt: 1 })
    expect((await undo(anna, carl.id)).status).toBe(404)
    expect(await (await undo(anna, ben.id)).json()).toMatchObject({ undone: ben.id })
    expect(await passesOf(anna)).toMatchObject([{ toId: carl.id }])
  })

  it('of 50 parallel calls takes back one pass', { timeout: 30_000 }, async () => {
    const anna = await createMember()
    const others = await Promise.all(Array.from({ length: 50 }, () => createMember()))
    for (const other of others) await pass(anna, other.id)
    // The newest first: each next one would be the last of those that are left.
    const statuses = await Promise.all(others.toReversed().map(async ({ id }) => (await undo(anna, id)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await passesOf(anna)).toHaveLength(49)
  })

  it('returns with the next day', async () => {
    const [anna, ben, carl] = await Promise.all([createMember(), createMember(), createMember()])
    await pass(anna, ben.id)
    await undo(anna, ben.id)
    await pass(anna, carl.id)
    expect((await undo(anna, carl.id)).status).toBe(409)
    await undoneAt(anna, Date.now() - 25 * 3_600_000)
    expect((await undo(anna, carl.id)).status).toBe(200)
  })

  it('does not return with another time zone before the old day is over', async () => {
    const { first, second, between } = twoZones(Date.now())
    const [anna, ben, carl] = await Promise.all([createMember({ member: { timeZone: first } }), createMember(), createMember()])
    await pass(anna, ben.id)
    await undo(anna, ben.id)
    await undoneAt(anna, between)
    await pass(anna, carl.id)
    expect((await postJson(anna, settingsActions.timeZone.path, { timeZone: second })).status).toBe(200)
    expect((await undo(anna, carl.id)).status).toBe(409)
    await passOldReset(anna.id)
    expect((await undo(anna, carl.id)).status).toBe(200)
  })

  it('works as a plain form', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const passed = await postForm(anna, likeActions.pass.path, { id: ben.id }, { referer: `${origin}/likes` })
    const cookie = passed.headers.get('set-cookie')?.split(';')[0] ?? ''
    const back = await (await openPage(anna, '/likes', { cookie })).text()
    const form = /<form[^>]*action="\/api\/likes\/undo".*?<\/form>/s.exec(back)?.[0]
    expect(form).toContain(`value="${ben.id}"`)
    expect((await postForm(anna, likeActions.undo.path, { id: ben.id })).status).toBe(303)
    expect(await passesOf(anna)).toEqual([])
  })
})
