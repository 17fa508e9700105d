import { env } from 'cloudflare:test'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { orders, paymentDifferences, payments, reconciliations, refunds, sandboxPayments } from '#db/schema.ts'
import { changeSandboxPayment } from '#features/store/server/payment/sandbox.ts'
import { reconcilePayments } from '#features/store/settlement/server/public.ts'
import { countingDatabase } from '#test/support/worker/counting-database.ts'
import { createMember, db } from '#test/support/worker/members.ts'
import { linesOf, watchLog } from '#test/support/worker/log.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { order, pay, ledgerOf, readOrderRow, seedContent } from '#test/support/worker/store.ts'

vi.setConfig({ testTimeout: 120_000 })

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

beforeAll(seedContent)

/** A day later than now, so that today's payments are compared, and each time another day. */
let days = 0
const reconcile = () => reconcilePayments(env, Date.now() + ++days * dayMs)

/** Nothing of other tests is compared. */
beforeEach(async () => {
  await db.delete(reconciliations)
  await db.delete(paymentDifferences)
  await db.delete(sandboxPayments)
  await db.delete(orders)
  days = 0
})

/** A paid order of the last days. */
async function paidOrder(lines: Record<string, number> = { 'boost-5': 1 }) {
  const member = await createMember()
  const placed = await order(member, lines)
  await pay(placed.sessionId)
  return { member, ...placed }
}

const differences = async () =>
  (
    await db
      .select()
      .from(paymentDifferences)
      .where(sql`ended_at is null and closed_at is null`)
  ).map(({ sessionId, kind, ours, theirs }) => [sessionId, kind, ours, theirs])
/** As if its events had been lost. */
const forget = (sessionId: string, facts: Parameters<typeof changeSandboxPayment>[2]) =>
  changeSandboxPayment(env, sessionId, facts)

describe('the reconciliation', () => {
  it('finds nothing where provider and orders agree, and says how much it has compared', async () => {
    for (let count = 0; count < 3; count++) await paidOrder()
    await order(await createMember(), { 'likes-10': 1 })
    expect(await reconcile()).toMatchObject({ differences: 0, settled: 0, isMore: false })
    expect(await db.select().from(reconciliations)).toMatchObject([{ payments: 4, orders: 4, finishedAt: expect.any(Number) }])
    expect(await db.select().from(paymentDifferences)).toEqual([])
  })

  it('compares once a day', async () => {
    await paidOrder()
    const now = Date.now() + ++days * dayMs
    expect((await reconcilePayments(env, now)).rows).toBeGreaterThan(0)
    expect(await reconcilePayments(env, now + 1000)).toMatchObject({ rows: 0 })
    expect(await db.select().from(reconciliations)).toHaveLength(1)
  })

  it('names an order that is missing, with an alarm in the log', async () => {
    const { orderId, sessionId } = await paidOrder()
    await db.delete(orders).where(eq(orders.id, orderId))
    const lines = watchLog()
    expect(await reconcile()).toMatchObject({ differences: 1 })
    expect(await differences()).toEqual([[sessionId, 'missing-order', 0, 999]])
    expect(linesOf(lines, 'reconciliation-alarm')).toMatchObject([{ level: 'error', differences: 1 }])
    vi.restoreAllMocks()
    await forget(sessionId, { refunded: 999 })
    expect(await reconcile()).toMatchObject({ differences: 0 })
  })

  it('names another amount and another currency', async () => {
    const wrong = [{ amount: 1 }, { currency: 'TRY' }] as const
    const sessions: string[] = []
    for (const change of wrong) {
      const { sessionId } = await order(await createMember(), { 'boost-5': 1 })
      await db.update(sandboxPayments).set(change).where(eq(sandboxPayments.sessionId, sessionId))
      await pay(sessionId)
      sessions.push(sessionId)
    }
    await reconcile()
    expect((await differences()).toSorted()).toEqual(
      [
        [sessions[0], 'amount', 999, 1],
        [sessions[1], 'currency', 999, 999],
      ].toSorted(),
    )
    // Paid back at the provider: the orders have failed, and nothing differs any more.
    await forget(sessions[0] ?? '', { refunded: 1 })
    await forget(sessions[1] ?? '', { refunded: 999 })
    for (const session of sessions) await pay(session)
    expect((await db.select({ state: orders.state }).from(orders)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(
      await db
        .select()
        .from(payments)
        .where(sql`problem is not null`),
    ).toEqual([])
    expect(await reconcile()).toMatchObject({ differences: 0 })
  })

  it('names a part that was paid back at the provider, until an operator has closed it, and again when more is paid back', async () => {
    const { sessionId, orderId } = await paidOrder()
    await forget(sessionId, { refunded: 300 })
    await reconcile()
    expect(await differences()).toEqual([[sessionId, 'refund', 0, 300]])
    await reconcile()
    expect(await differences()).toHaveLength(1)
    await db.update(paymentDifferences).set({ closedAt: 1, note: 'A goodwill refund.' })
    expect(await reconcile()).toMatchObject({ differences: 0 })
    await forget(sessionId, { refunded: 400 })
    expect(await reconcile()).toMatchObject({ differences: 1 })
    expect(await differences()).toEqual([[sessionId, 'refund', 0, 400]])
    // Once all is paid back, the order is refunded by itself, and the difference has ended.
    await forget(sessionId, { refunded: 999 })
    expect(await reconcile()).toMatchObject({ differences: 0, settled: 1 })
    expect((await readOrderRow(orderId)).state).toBe('refunded')
    expect(await db.select().from(paymentDifferences)).toMatchObject([{ endedAt: expect.any(Number) }])
  })

  it('names a refund of ours that the provider does not have after a day', async () => {
    const { sessionId, orderId } = await paidOrder()
    const refund = { id: newId(), orderId, cause: 'operator', amount: 999, reason: 'x' } as const
    await db.insert(refunds).values({ ...refund, createdAt: Date.now() })
    await reconcilePayments(env, Date.now() + hourMs)
    expect(await differences()).toEqual([])
    await db.delete(reconciliations)
    await reconcile()
    expect(await differences()).toEqual([[sessionId, 'refund', 999, 0]])
  })

  it('settles a payment, a dispute and a refund whose events were lost', async () => {
    const [paid, disputed, refunded] = [await order(await createMember(), { 'boost-5': 1 }), await paidOrder(), await paidOrder()]
    await db.update(orders).set({ state: 'expired' }).where(eq(orders.id, paid.orderId))
    await forget(paid.sessionId, { status: 'paid' })
    await forget(disputed.sessionId, { dispute: 'open' })
    await forget(refunded.sessionId, { refunded: 999 })
    expect(await reconcile()).toMatchObject({ differences: 0, settled: 3 })
    const states = await Promise.all([paid, disputed, refunded].map(async ({ orderId }) => (await readOrderRow(orderId)).state))
    expect(states).toEqual(['fulfilled', 'disputed', 'refunded'])
    expect(await ledgerOf(disputed.member)).toEqual(['boost 5 order', 'boost -5 freeze'])
  })

  it('names what is granted and not paid, also where the provider does not know the payment at all', async () => {
    const [unpaid, unknown] = [await paidOrder(), await paidOrder()]
    await db.update(sandboxPayments).set({ status: 'expired' }).where(eq(sandboxPayments.sessionId, unpaid.sessionId))
    await db.delete(sandboxPayments).where(eq(sandboxPayments.sessionId, unknown.sessionId))
    await reconcile()
    expect((await differences()).toSorted()).toEqual(
      [
        [unpaid.sessionId, 'granted-not-paid', 999, 0],
        [unknown.sessionId, 'granted-not-paid', 999, 0],
      ].toSorted(),
    )
  })

  it('grants what was paid and is not in the ledger', async () => {
    const { member } = await paidOrder()
    await env.DB.prepare('delete from entitlements where member_id = ?').bind(member.id).run()
    expect(await reconcile()).toMatchObject({ settled: 1, differences: 0 })
    expect(await ledgerOf(member)).toEqual(['boost 5 order'])
  })

  it('goes on at the next run where there is more than one run may do, and asks D1 no more for more rows', async () => {
    const member = await createMember()
    const { sessionId } = await order(member, { 'boost-5': 1 })
    const [known] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.sessionId, sessionId))
    if (!known) throw new Error('no payment')
    const others = Array.from({ length: 649 }, (_, index) => ({
      ...known,
      sessionId: `cs_sandbox_x${String(index).padStart(4, '0')}`,
      orderId: `gone-${index}`,
      status: 'expired' as const,
    }))
    for (let start = 0; start < others.length; start += 10)
      await db.insert(sandboxPayments).values(others.slice(start, start + 10))
    const now = Date.now() + ++days * dayMs
    const counted = countingDatabase()
    const first = await reconcilePayments({ ...env, DB: counted.db }, now)
    expect(first).toMatchObject({ rows: 500, isMore: true })
    // For each list: how far it is (two), the list, the orders twice, what was found.
    expect(counted.count()).toBeLessThanOrEqual(5 * 6)
    expect(await db.select().from(reconciliations)).toMatchObject([{ step: 'provider', payments: 500, finishedAt: null }])
    const second = await reconcilePayments(env, now + 300_000)
    expect(second).toMatchObject({ rows: 151, isMore: false })
    expect(await db.select().from(reconciliations)).toMatchObject([{ payments: 650, orders: 1, finishedAt: now + 300_000 }])
  })

  it('asks for twenty suspects at a time, and leaves none out', async () => {
    const made = []
    for (let count = 0; count < 23; count++) made.push(await paidOrder({ 'likes-10': 1 }))
    await db.delete(sandboxPayments)
    expect(await reconcile()).toMatchObject({ differences: 23, isMore: false })
    const found = await db
      .select()
      .from(paymentDifferences)
      .where(inArray(paymentDifferences.sessionId, made.map(({ sessionId }) => sessionId))) // prettier-ignore
    expect(found).toHaveLength(23)
  })

  it('is the same when two runs come at once', async () => {
    const { sessionId } = await paidOrder()
    await forget(sessionId, { refunded: 300 })
    const now = Date.now() + ++days * dayMs
    await Promise.all([reconcilePayments(env, now), reconcilePayments(env, now)])
    expect(await differences()).toEqual([[sessionId, 'refund', 0, 300]])
    expect(await db.select().from(reconciliations)).toMatchObject([{ payments: 1, orders: 1 }])
  })

  it('fails, and so becomes an alarm of the cron, where the provider does not answer', async () => {
    // Nobody listens there.
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_API: 'http://127.0.0.1:1' }
    await expect(reconcilePayments({ ...env, ...keys }, Date.now() + dayMs)).rejects.toThrow()
    expect(await db.select().from(reconciliations)).toMatchObject([{ step: 'provider', finishedAt: null }])
  })
})
