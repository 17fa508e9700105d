import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { entitlements, likes, members, orders } from '#db/schema.ts'
import { likeActions, likesPerDay, type LikeAnswer, type LikesProps } from '#features/likes/contract.ts'
import type { PeopleNearbyProps } from '#features/nearby/contract.ts'
import { createSandbox } from '#features/store/server/payment/sandbox.ts'
import { withdraw } from '#features/store/refunds/server/refund.ts'
import { createApp } from '#worker/app.ts'
import { countingDatabase } from '#test/support/worker/counting-database.ts'
import { grant } from '#test/support/worker/entitlements.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { readPayload } from '#test/support/worker/pages.ts'
import { origin } from '#test/support/worker/realtime-client.ts'
import { ledgerOf, order, pay, seedContent } from '#test/support/worker/store.ts'

beforeAll(seedContent)

const like = (from: TestMember, { id }: Pick<TestMember, 'id'>) => postJson(from, likeActions.like.path, { id })
const takeBack = (from: TestMember, { id }: Pick<TestMember, 'id'>) => postJson(from, likeActions.withdraw.path, { id })
const remainOf = async (answer: Response) => (await answer.json<LikeAnswer>()).like_remain
const people = (count: number) => Promise.all(Array.from({ length: count }, () => createMember()))
const usesOf = async (member: TestMember) => (await ledgerOf(member)).filter((entry) => entry === 'likes -1 use').length
const quotaOf = async (member: TestMember) => (await readPayload<LikesProps>(member, '/likes')).props.quota

/** A member whose free likes of the day are given, but `left`. */
async function spent({ left = 0, at = Date.now() } = {}): Promise<TestMember> {
  const member = await createMember()
  const others = await people(likesPerDay - left)
  for (const { id: toId } of others) await db.insert(likes).values({ fromId: member.id, toId, createdAt: at })
  return member
}

describe('likes of packs', () => {
  it('are used when the day’s free ones are given, and not before', async () => {
    const member = await spent({ left: 1 })
    await grant(member, 'likes', 10)
    const [first, second] = await people(2)
    if (!first || !second) throw new Error('Two people are missing')
    expect(await quotaOf(member)).toMatchObject({ left: 11, extra: 10, isUnlimited: false })
    expect(await remainOf(await like(member, first))).toBe(10)
    expect(await usesOf(member)).toBe(0)
    expect(await remainOf(await like(member, second))).toBe(9)
    expect(await usesOf(member)).toBe(1)
    expect(await quotaOf(member)).toMatchObject({ left: 9, extra: 9 })
  })

  it('let exactly as many of 20 parallel likes through at the quota’s edge as are left, each with one use', async () => {
    const member = await spent({ left: 3 })
    await grant(member, 'likes', 5)
    const others = await people(20)
    const statuses = await Promise.all(others.map(async (other) => (await like(member, other)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(8)
    expect(statuses.filter((status) => status === 409)).toHaveLength(12)
    expect(await usesOf(member)).toBe(5)
    const rows = await db.select().from(entitlements).where(eq(entitlements.memberId, member.id)).orderBy(entitlements.seq)
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await db.select().from(likes).where(eq(likes.fromId, member.id))).toHaveLength(likesPerDay + 5)
  })

  it('that are taken back are not given back, and giving them again on the same day costs nothing more', async () => {
    const member = await spent()
    await grant(member, 'likes', 2)
    const [first, second, third] = await people(3)
    if (!first || !second || !third) throw new Error('Three people are missing')
    await like(member, first)
    expect(await remainOf(await takeBack(member, first))).toBe(1)
    expect(await remainOf(await like(member, first))).toBe(1)
    expect(await remainOf(await like(member, second))).toBe(0)
    expect((await like(member, third)).status).toBe(409)
    expect(await usesOf(member)).toBe(2)
  })

  it('given once are one use, under 20 parallel presses on one person', async () => {
    const member = await spent()
    await grant(member, 'likes', 5)
    const [other] = await people(1)
    if (!other) throw new Error('Somebody is missing')
    const remains = await Promise.all(Array.from({ length: 20 }, async () => remainOf(await like(member, other))))
    expect(new Set(remains)).toEqual(new Set([4]))
    expect(await usesOf(member)).toBe(1)
  })

  it('name in the ledger nobody who was liked', async () => {
    const member = await spent()
    await grant(member, 'likes', 1)
    const [other] = await people(1)
    if (!other) throw new Error('Somebody is missing')
    await like(member, other)
    const rows = await db.select().from(entitlements).where(eq(entitlements.memberId, member.id))
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(other.id)
  })

  it('of a pack that is withdrawn are gone: the refund takes the rest, and the next like is refused', async () => {
    const member = await spent()
    const { orderId, sessionId } = await order(member, { 'likes-10': 1 })
    await pay(sessionId)
    const [first, second] = await people(2)
    if (!first || !second) throw new Error('Two people are missing')
    expect((await like(member, first)).status).toBe(200)
    const [row] = await db.select().from(orders).where(eq(orders.id, orderId))
    const shown = Math.floor(((row?.total ?? 0) * 9) / 10)
    await withdraw(db, createSandbox(env, origin), { orderId, memberId: member.id, shown, now: Date.now() })
    expect(await ledgerOf(member)).toEqual(['likes 10 order', 'likes -1 use', 'likes -9 refund'])
    expect((await like(member, second)).status).toBe(409)
  })
})

describe('premium', () => {
  it('has likes without a limit, which the answers do not count, and uses no pack', async () => {
    const member = await spent()
    await Promise.all([grant(member, 'likes', 5), grant(member, 'premium', 1)])
    const others = await people(3)
    const answers = await Promise.all(others.map(async (other) => (await like(member, other)).json<LikeAnswer>()))
    expect(answers.map((answer) => [answer.liked, answer.like_out, answer.like_remain])).toEqual(
      others.map(() => [true, true, undefined]),
    )
    expect(await usesOf(member)).toBe(0)
    expect(await quotaOf(member)).toMatchObject({ isUnlimited: true, extra: 5 })
  })

  it('ends at the server’s time: from then on the day’s free likes are those that are left', async () => {
    const member = await spent()
    const [first, second] = await people(2)
    if (!first || !second) throw new Error('Two people are missing')
    const until = (at: number) => db.update(members).set({ premiumUntil: at }).where(eq(members.id, member.id))
    await until(Date.now() + 60_000)
    expect((await like(member, first)).status).toBe(200)
    await until(Date.now() - 1)
    expect((await like(member, second)).status).toBe(409)
    expect(await quotaOf(member)).toMatchObject({ left: 0, isUnlimited: false })
  })

  it('undoes one pass after another, where others have one undo a day', async () => {
    const member = await createMember()
    await grant(member, 'premium', 1)
    const others = await people(3)
    for (const { id } of others) await postJson(member, likeActions.pass.path, { id })
    for (const { id } of others.toReversed()) {
      const { props } = await readPayload<PeopleNearbyProps>(member, '/people-nearby')
      expect(props.canUndo).toBe(true)
      expect((await postJson(member, likeActions.undo.path, { id })).status).toBe(200)
    }
  })
})

it('a like asks the database twice, with packs and with premium, too', async () => {
  const app = createApp()
  async function cost(member: TestMember): Promise<number> {
    const [{ db: counted, count }, context, [other]] = [countingDatabase(), createExecutionContext(), await people(1)]
    const request = new Request(origin + likeActions.like.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}`, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ id: other?.id }),
    })
    const response = await app.fetch(request, { ...env, DB: counted }, context)
    expect(response.status).toBe(200)
    await waitOnExecutionContext(context)
    return count()
  }
  const [plain, packed, premium] = await Promise.all([createMember(), spent(), spent()])
  await Promise.all([grant(packed, 'likes', 1), grant(premium, 'premium', 1)])
  // The member with the start of their day, and the one transaction.
  expect([await cost(plain), await cost(packed), await cost(premium)]).toEqual([2, 2, 2])
  expect(await usesOf(packed)).toBe(1)
})
