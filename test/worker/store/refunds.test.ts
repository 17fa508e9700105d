import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { boosts, members, orders, payments, refunds, sandboxPayments } from '#db/schema.ts'
import { activateBoost } from '#features/entitlements/server/public.ts'
import { createSandbox } from '#features/store/server/payment/sandbox.ts'
import type { PaymentProvider } from '#features/store/server/payment/provider.ts'
import { finishPayments } from '#features/store/settlement/server/public.ts'
import { listOpenRefunds } from '#features/store/refunds/server/refund-queries.ts'
import { refundOrder, sendRefunds, withdraw } from '#features/store/refunds/server/refund.ts'
import { createMember, db, operatorId } from '#test/support/worker/members.ts'
import { origin } from '#test/support/worker/realtime-client.ts'
import { happen, ledgerOf, order, pay, readOrderRow, seedContent } from '#test/support/worker/store.ts'

beforeAll(seedContent)

const sandbox = createSandbox(env, origin)
const away: PaymentProvider = { ...sandbox, refund: () => Promise.reject(new Error('away')) }
const hourMs = 60 * 60_000
const refundedOf = async (sessionId: string) =>
  (await db.select().from(sandboxPayments).where(eq(sandboxPayments.sessionId, sessionId)))[0]?.refunded
const boostsOf = (memberId: string) => db.select().from(boosts).where(eq(boosts.memberId, memberId)).orderBy(boosts.startsAt)

describe('an operator’s refund', () => {
  it('ends running and waiting boosts of its order at once, and premium, and leaves those of another order', async () => {
    const member = await createMember()
    const first = await order(member, { 'boost-1': 2, 'premium-1': 1 })
    await pay(first.sessionId)
    const second = await order(member, { 'boost-1': 1 })
    await pay(second.sessionId)
    // The week's own boost of premium, then both of the first order, then the second's.
    for (let index = 0; index < 4; index++) await activateBoost(db, member.id, Date.now())
    const now = Date.now()
    const { total } = await readOrderRow(first.orderId)
    const refund = {
      orderId: first.orderId,
      part: 'whole',
      shown: total,
      reason: 'Charged twice',
      actorId: await operatorId(),
      now,
    } as const
    expect(await refundOrder(db, sandbox, refund)).toBe(total)
    const [weekly, own, ownWaiting, other] = await boostsOf(member.id)
    for (const each of [own, ownWaiting]) expect(each?.endsAt).toBe(each?.startsAt)
    // The week's own came with the premium that is paid back.
    expect(weekly?.endsAt).toBeLessThanOrEqual(now)
    expect(other?.endsAt).toBeGreaterThan(now)
    const [row] = await db.select({ until: members.premiumUntil }).from(members).where(eq(members.id, member.id))
    expect(row?.until).toBeNull()
    await expect(refundOrder(db, sandbox, refund)).rejects.toMatchObject({ status: 409 })
    await (await happen(first.sessionId, { refunded: total })).send()
    expect((await readOrderRow(first.orderId)).state).toBe('refunded')
  })
})

describe('a provider that is away', () => {
  it('leaves the refund to the cron: the units are gone at once, the money follows once', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'likes-30': 1 })
    await pay(sessionId)
    const { total } = await readOrderRow(orderId)
    await withdraw(db, away, { orderId, memberId: member.id, shown: total, now: Date.now() })
    expect([await ledgerOf(member), await refundedOf(sessionId)]).toEqual([['likes 30 order', 'likes -30 refund'], 0])
    await finishPayments(env, Date.now())
    await finishPayments(env, Date.now())
    expect(await refundedOf(sessionId)).toBe(total)
    const [refund] = await db.select().from(refunds).where(eq(refunds.orderId, orderId))
    expect(refund?.acceptedAt).toBeTypeOf('number')
  })
})

describe('a refund that the provider refuses', () => {
  it('goes behind the others: those that were not asked for longest are asked first', async () => {
    const member = await createMember()
    const refundLater = async () => {
      const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
      await pay(sessionId)
      const { total } = await readOrderRow(orderId)
      await withdraw(db, away, { orderId, memberId: member.id, shown: total, now: Date.now() })
      return orderId
    }
    const [first, second] = [await refundLater(), await refundLater()]
    const openOf = async () => (await listOpenRefunds(db, null)).map(({ orderId }) => orderId)
    expect(await openOf()).toEqual([first, second])
    await sendRefunds(db, away, first, Date.now() + hourMs)
    expect(await openOf()).toEqual([second, first])
  })
})

describe('an order whose event never came', () => {
  const age = (orderId: string) =>
    db
      .update(orders)
      .set({ placedAt: Date.now() - 2 * hourMs })
      .where(eq(orders.id, orderId))

  it('goes behind the others where the provider does not know its payment', async () => {
    const { orderId, sessionId } = await order(await createMember(), { 'boost-1': 1 })
    await db.delete(sandboxPayments).where(eq(sandboxPayments.sessionId, sessionId))
    await age(orderId)
    const now = Date.now()
    await finishPayments(env, now)
    const [payment] = await db.select().from(payments).where(eq(payments.orderId, orderId))
    expect([payment?.updatedAt, (await readOrderRow(orderId)).state]).toEqual([now, 'pending'])
  })

  it('is settled by the cron after an hour, as the provider says', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    await happen(sessionId, { status: 'paid' })
    await finishPayments(env, Date.now())
    expect((await readOrderRow(orderId)).state).toBe('pending')
    await age(orderId)
    await finishPayments(env, Date.now())
    expect([(await readOrderRow(orderId)).state, await ledgerOf(member)]).toEqual(['fulfilled', ['boost 1 order']])
  })

  it('expires where its checkout was never opened, and a payment that comes all the same counts', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    await db.update(payments).set({ sessionId: null }).where(eq(payments.orderId, orderId))
    await age(orderId)
    await finishPayments(env, Date.now())
    expect((await readOrderRow(orderId)).state).toBe('expired')
    await pay(sessionId)
    expect([(await readOrderRow(orderId)).state, await ledgerOf(member)]).toEqual(['fulfilled', ['boost 1 order']])
  })
})
