import { env, SELF } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { boosts, entitlements, likes, members, passes, profileViews } from '#db/schema.ts'
import {
  boostActions,
  boostMs,
  goodwillBoostMs,
  type ActivatedBoost,
  type BoostsAnswer,
} from '#features/entitlements/contract.ts'
import { activateBoost, countBoost, countBoosts, ownedStatements, toOwned } from '#features/entitlements/server/public.ts'
import { createSandbox } from '#features/store/server/payment/sandbox.ts'
import { refundOrder } from '#features/store/refunds/server/refund.ts'
import { visitActions } from '#features/visits/contract.ts'
import type { StoreProps } from '#pages/store/props.ts'
import { sweep } from '#worker/sweep.ts'
import { grant } from '#test/support/worker/entitlements.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { createMember, db, operatorId, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { lookAt, openPage, readPayload } from '#test/support/worker/pages.ts'
import { follow, submitFrom } from '#test/support/worker/plain-forms.ts'
import { eventually, newId, origin } from '#test/support/worker/realtime-client.ts'
import { ledgerOf, order, pay, seedContent, readOrderRow } from '#test/support/worker/store.ts'

beforeAll(seedContent)

const [minute, day] = [60_000, 24 * 60 * 60_000]
const activate = (member: TestMember, key: unknown = newId()) => postJson(member, boostActions.activate.path, { key })
const boostsOf = (member: TestMember) => db.select().from(boosts).where(eq(boosts.memberId, member.id)).orderBy(boosts.startsAt)
const ownedOf = async (member: TestMember, now = Date.now()) => toOwned(await db.batch(ownedStatements(db, member.id, now)), now)

/** A member of some weeks with boosts. */
async function owner(count = 1): Promise<TestMember> {
  const member = await createMember({ member: { createdAt: Date.now() - 60 * day } })
  if (count > 0) await grant(member, 'boost', count)
  return member
}

/** A boost of a member that has just ended, `agoMs` ago. */
async function ended(member: TestMember, { agoMs = minute, lengthMs = boostMs } = {}) {
  const [id, endsAt] = [newId(), Date.now() - agoMs]
  const boost = { id, memberId: member.id, startsAt: endsAt - lengthMs, endsAt }
  await db.insert(boosts).values(boost)
  return boost
}

const view = (member: TestMember, at: number, views = 1) => db.insert(profileViews).values({ memberId: member.id, at, views })

async function likeAt(member: TestMember, at: number): Promise<TestMember> {
  const from = await createMember()
  await db.insert(likes).values({ fromId: from.id, toId: member.id, createdAt: at })
  return from
}

async function receiptOf(member: TestMember, id: string) {
  const { props } = await readPayload<StoreProps>(member, `/store?boost=${id}`)
  return props.view === 'boost' ? props.receipt : null
}

describe('the activation of a boost', () => {
  it('starts it at once, and a second one after the first', async () => {
    const member = await owner(2)
    const first = await (await activate(member)).json<ActivatedBoost>()
    const second = await (await activate(member)).json<ActivatedBoost>()
    expect(first.endsAt - first.startsAt).toBe(boostMs)
    expect(second).toMatchObject({ startsAt: first.endsAt, endsAt: first.endsAt + boostMs })
    expect(await ownedOf(member)).toMatchObject({ boosts: 0, running: { id: first.id }, waiting: 1 })
  })

  it('is refused where none is left', async () => {
    expect(await (await activate(await owner(0))).json()).toMatchObject({ error: { code: 'no-boosts' } })
  })

  it('under one key is one boost, however often it is sent', async () => {
    const [member, key] = [await owner(5), newId()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await activate(member, key)).json<ActivatedBoost>()),
    )
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([key]))
    expect(await boostsOf(member)).toHaveLength(1)
    expect(await ledgerOf(member)).toEqual(['boost 5 order', 'boost -1 use'])
  })

  it('under another member’s key is refused, and tells nothing of it', async () => {
    const [member, other, key] = [await owner(), await owner(), newId()]
    await activate(member, key)
    const answer = await activate(other, key)
    expect(answer.status).toBe(409)
    expect(await answer.text()).not.toContain('startsAt')
    expect(await boostsOf(other)).toEqual([])
  })

  it('works as a plain form, and says on its page until when', async () => {
    const member = await owner()
    const answer = await postForm(member, boostActions.activate.path, { key: newId() }, { referer: `${origin}/uk/store` })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/uk/store'])
    expect(await boostsOf(member)).toHaveLength(1)
  })

  it('is a form of the store, which is gone with the last one', async () => {
    const member = await owner(1)
    const { path } = boostActions.activate
    const activated = await submitFrom(member, '/store', { action: path })
    const { t } = createTranslator('en', await loadMessages('en', ['boosts']), { timeZone: 'UTC' })
    const html = await follow(member, activated)
    expect(html).toContain(t('boosts.running.title'))
    expect(html).not.toContain(`action="${path}"`)
  })

  it('needs a profile that others see', async () => {
    const member = await owner()
    await db.update(members).set({ state: 'paused' }).where(eq(members.id, member.id))
    expect((await activate(member)).status).toBe(404)
    expect((await postJson(null, boostActions.activate.path, { key: newId() })).status).toBe(401)
    expect(await boostsOf(member)).toEqual([])
  })

  it('refuses what is no key', async () => {
    const member = await owner()
    for (const key of ['', 'x', 7, null, ['a'], `${newId()}'`]) expect((await activate(member, key)).status).toBe(422)
  })

  it('is offered with what is left', async () => {
    const member = await owner(3)
    const headers = { authorization: `Bearer ${member.token}` }
    const list = async () => (await SELF.fetch(origin + boostActions.list.path, { headers })).json<BoostsAnswer>()
    expect(await list()).toMatchObject({ left: 3, until: null })
    const { endsAt } = await (await activate(member, (await list()).key)).json<ActivatedBoost>()
    expect(await list()).toMatchObject({ left: 2, until: endsAt })
  })
})

describe('what a boost brought', () => {
  it('is views, likes and matches beyond the same half hour of the 14 days before', async () => {
    const member = await owner(0)
    const boost = await ended(member)
    await view(member, boost.startsAt, 20)
    await view(member, boost.endsAt - 1, 7)
    await view(member, boost.startsAt - 1, 50)
    await view(member, boost.endsAt, 50)
    for (const number of [1, 14]) await view(member, boost.startsAt - number * day + minute, 14)
    await view(member, boost.startsAt - 15 * day + minute, 500)
    await Promise.all([likeAt(member, boost.startsAt + 1), likeAt(member, boost.endsAt - 1), likeAt(member, boost.endsAt + 1)])
    const receipt = await receiptOf(member, boost.id)
    expect(receipt).toMatchObject({ gain: { views: 25, likes: 2, matches: 0 }, isOver: true, goodwill: 'none' })
  })

  it('leaves out likes that were taken back, and those of people who were passed on', async () => {
    const member = await owner(0)
    const boost = await ended(member)
    const [back, passed] = await Promise.all([0, 1, 2].map(() => likeAt(member, boost.startsAt + minute)))
    if (!back || !passed) throw new Error('Likes are missing')
    await db.update(likes).set({ withdrawnAt: 1 }).where(eq(likes.fromId, back.id))
    const now = Date.now()
    await db.insert(passes).values({ fromId: member.id, toId: passed.id, createdAt: now, expiresAt: now + day })
    expect((await receiptOf(member, boost.id))?.gain.likes).toBe(1)
  })

  it('is told while it runs, and counts real visits to the profile', async () => {
    const [member, visitor] = [await owner(), await createMember()]
    await activate(member)
    await postJson(visitor, visitActions.leave.path, { id: member.id })
    await postJson(visitor, visitActions.leave.path, { id: member.id })
    // Counts go up to the present millisecond, without it.
    await expect.poll(async () => (await ownedOf(member)).running).toMatchObject({ views: 1, likes: 0, matches: 0 })
    const { running } = await ownedOf(member)
    expect(await receiptOf(member, running?.id ?? '')).toMatchObject({ isOver: false, gain: { views: 1 }, goodwill: 'none' })
  })

  it('counts nobody who browses invisibly', async () => {
    const [member, visitor] = [await owner(), await createMember({ profile: { browsesInvisibly: true } })]
    await activate(member)
    await postJson(visitor, visitActions.leave.path, { id: member.id })
    expect(await db.select().from(profileViews).where(eq(profileViews.memberId, member.id))).toEqual([])
  })

  it('is another member’s secret, and that of a boost that has not begun', async () => {
    const [member, other] = [await owner(2), await owner()]
    await Promise.all([activate(member), activate(member)])
    const [running, waiting] = await boostsOf(member)
    const statusOf = async (asker: TestMember, id = '') => (await openPage(asker, `/store?boost=${id}`)).status
    expect(await Promise.all([statusOf(other, running?.id), statusOf(member, waiting?.id), statusOf(member, newId())])).toEqual([
      404, 404, 404,
    ])
    expect(await statusOf(member, running?.id)).toBe(200)
  })

  it('stays told when the views that it was counted from are swept', async () => {
    const member = await owner(0)
    const boost = await ended(member, { agoMs: 20 * day })
    await view(member, boost.startsAt, 30)
    await countBoost(db, boost.id, Date.now())
    await sweep(env, Date.now())
    expect(await db.select().from(profileViews).where(eq(profileViews.memberId, member.id))).toEqual([])
    expect((await receiptOf(member, boost.id))?.gain.views).toBe(30)
  })
})

describe('a boost that brought little', () => {
  it('is made good once by one of 15 minutes, however often and in parallel it is counted', async () => {
    const member = await owner(0)
    const boost = await ended(member)
    expect(await receiptOf(member, boost.id)).toMatchObject({ goodwill: 'due' })
    await Promise.all(Array.from({ length: 10 }, () => countBoost(db, boost.id, Date.now())))
    await countBoosts(env, Date.now())
    expect(await ledgerOf(member)).toEqual(['boost 1 goodwill'])
    expect(await receiptOf(member, boost.id)).toMatchObject({ goodwill: 'given', gain: { views: 0 } })
    const given = await activateBoost(db, member.id, Date.now())
    expect(given && given.endsAt - given.startsAt).toBe(goodwillBoostMs)
  })

  it('is counted by its page, too', async () => {
    const member = await owner(0)
    const boost = await ended(member)
    await lookAt(member, `/store?boost=${boost.id}`)
    await eventually(async () => (await ledgerOf(member)).length > 0, 'the boost that makes it good')
    expect(await ledgerOf(member)).toEqual(['boost 1 goodwill'])
  })

  it('that was itself given for that is not made good again', async () => {
    const member = await owner(0)
    await countBoost(db, (await ended(member, { lengthMs: goodwillBoostMs })).id, Date.now())
    expect(await ledgerOf(member)).toEqual([])
  })

  it('with 10 extra views has brought enough', async () => {
    const member = await owner(0)
    const boost = await ended(member)
    await view(member, boost.startsAt, 10)
    await countBoosts(env, Date.now())
    expect(await ledgerOf(member)).toEqual([])
    expect((await boostsOf(member))[0]?.gain).toEqual({ views: 10, likes: 0, matches: 0 })
  })

  it('that a refund ended is not made good', async () => {
    const member = await owner(0)
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    await pay(sessionId)
    await activateBoost(db, member.id, Date.now())
    const now = Date.now() + minute
    const { total } = await readOrderRow(orderId)
    const refund = { orderId, part: 'whole', shown: total, reason: 'Asked for it', actorId: await operatorId(), now } as const
    await refundOrder(db, createSandbox(env, origin), refund)
    await countBoosts(env, now + minute)
    const rows = await db.select().from(entitlements).where(eq(entitlements.memberId, member.id))
    expect(rows.map(({ sourceKind }) => sourceKind)).toEqual(['order', 'use'])
    expect((await boostsOf(member))[0]?.gain).not.toBeNull()
  })

  it('is not counted before its end', async () => {
    const member = await owner()
    const { id } = await (await activate(member)).json<ActivatedBoost>()
    await countBoost(db, id, Date.now())
    await countBoosts(env, Date.now())
    expect((await boostsOf(member))[0]?.gain).toBeNull()
  })
})

describe('what a member owns', () => {
  it('is boosts, premium with this week’s boost, and gifts', async () => {
    const member = await owner(2)
    await grant(member, 'gift-rose', 3)
    expect(await ownedOf(member)).toMatchObject({
      boosts: 2,
      weeklyUntil: null,
      running: null,
      premiumUntil: null,
      gifts: [{ kind: 'gift-rose', left: 3 }],
    })
    await grant(member, 'premium', 1)
    const owned = await ownedOf(member)
    expect(owned.boosts).toBe(3)
    expect(owned.weeklyUntil).toBeGreaterThan(Date.now() + 6 * day)
    expect(owned.premiumUntil).toBeGreaterThan(Date.now() + 27 * day)
    await activate(member)
    expect(await ownedOf(member)).toMatchObject({ boosts: 2, weeklyUntil: null })
  })

  it('leads to the last boost that has ended', async () => {
    const member = await owner(0)
    expect((await ownedOf(member)).lastBoost).toBeNull()
    await ended(member, { agoMs: 2 * day })
    const last = await ended(member)
    expect((await ownedOf(member)).lastBoost).toBe(last.id)
  })
})
