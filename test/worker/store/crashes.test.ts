import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  boosts,
  entitlements,
  orderLines,
  orders,
  payments,
  promoUses,
  providerEvents,
  refunds,
  sandboxPayments,
} from '#db/schema.ts'
import { activateBoost } from '#features/entitlements/server/public.ts'
import { balanceAt, premiumUntil } from '#features/entitlements/contract.ts'
import type { CheckoutAnswer } from '#features/store/contract.ts'
import type { PaymentFacts } from '#features/store/payment-facts.ts'
import { changeSandboxPayment } from '#features/store/server/payment/sandbox.ts'
import { finishPayments } from '#features/store/settlement/server/public.ts'
import { refundOrder, withdraw } from '#features/store/refunds/server/refund.ts'
import { settleEvent } from '#features/store/settlement/server/settle-order.ts'
import { startCheckout } from '#features/store/checkout/server/start-checkout.ts'
import { planRefund } from '#features/store/refunds/withdrawal.ts'
import { readOrder } from '#features/store/orders/server/change-queries.ts'
import { toRefundable } from '#features/store/refunds/server/refund.ts'
import { dieEverywhere, mortal, type DeathAt, type Mortal } from '#test/support/worker/mortal.ts'
import { isFullLength } from '#test/support/worker/full-length.ts'
import { createMember, db, operatorId, type TestMember } from '#test/support/worker/members.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import {
  checkout,
  createPromo,
  fillCart,
  happen,
  ledgerOf,
  order,
  pay,
  readOrderRow,
  seedContent,
} from '#test/support/worker/store.ts'

vi.setConfig({ testTimeout: 240_000 })

beforeAll(seedContent)

/** An isolate that dies in the middle leaves a rejected promise; what it has written is what the tests look at. */
const unlessDead = async ({ isDead }: Mortal, act: Promise<unknown>): Promise<void> => {
  try {
    await act
  } catch (error) {
    if (!isDead()) throw error
  }
}

const countOrders = async (member: TestMember) => (await db.select().from(orders).where(eq(orders.memberId, member.id))).length
const sandboxOf = async (sessionId: string) =>
  (await db.select().from(sandboxPayments).where(eq(sandboxPayments.sessionId, sessionId)))[0]

describe('an isolate that dies at any of its calls', () => {
  it('in a checkout leaves an order that the repeat goes on with, and one use of the code', async () => {
    const points = await dieEverywhere(async (isolate) => {
      const member = await createMember()
      const code = await createPromo({ perMemberAtMost: 1 })
      const { totals } = await fillCart(member, { 'boost-5': 1, 'premium-1': 1 }, code)
      const [key, now] = [newId(), Date.now()]
      const buyer = { memberId: member.id, fallback: 'GBP', country: null, now } as const
      const urls = { successUrl: `${origin}/cart`, cancelUrl: `${origin}/cart` }
      const payer = { ...buyer, ...urls, email: 'a@b.test', locale: 'en' } as const
      const wanted = { key, currency: 'GBP', total: totals.total } as const
      await unlessDead(isolate, startCheckout(isolate.db, isolate.provider, { payer, wanted }))
      const answer = await checkout(member, totals.total, key)
      expect(answer.status).toBe(200)
      const { orderId } = await answer.json<CheckoutAnswer>()
      expect(await countOrders(member)).toBe(1)
      expect(await db.select().from(promoUses).where(eq(promoUses.code, code))).toHaveLength(1)
      expect(await db.select().from(sandboxPayments).where(eq(sandboxPayments.orderId, orderId))).toHaveLength(1)
      await pay(`cs_sandbox_${orderId}`)
      expect(await ledgerOf(member)).toEqual(['boost 5 order', 'premium 1 order'])
    })
    // Reading, inserting, asking the provider, keeping its answer.
    expect(points).toBeGreaterThanOrEqual(4)
  })

  it.each([
    ['a payment', { status: 'paid' }, ['boost 5 order', 'likes 10 order'], 'fulfilled'],
    ['an expiry', { status: 'expired' }, [], 'expired'],
  ] as const)(
    'in the settlement of %s leaves nothing or all of it, and the repeat ends the same',
    async (_, facts, ledger, state) => {
      const points = await dieEverywhere(async (isolate) => {
        const member = await createMember()
        const { orderId, sessionId } = await order(member, { 'boost-5': 1, 'likes-10': 1 })
        const event = await happen(sessionId, facts)
        const settled = { id: `evt_${newId()}`, type: 'x', about: { sessionId } }
        await unlessDead(isolate, settleEvent(isolate.db, isolate.provider, settled, Date.now()))
        const [stored] = await db.select().from(providerEvents).where(eq(providerEvents.id, settled.id))
        const row = await readOrderRow(orderId)
        expect([await ledgerOf(member), row.state, row.receiptNumber !== null]).toEqual(
          stored ? [ledger, state, state === 'fulfilled'] : [[], 'pending', false],
        )
        await settleEvent(db, mortal(never).provider, settled, Date.now())
        await event.send()
        expect([await ledgerOf(member), (await readOrderRow(orderId)).state]).toEqual([ledger, state])
      })
      expect(points).toBeGreaterThanOrEqual(3)
    },
  )

  it('in a dispute or its loss never leaves half of it', async () => {
    await dieEverywhere(async (isolate) => {
      const member = await createMember()
      const { orderId, sessionId } = await order(member, { 'boost-5': 1 })
      await pay(sessionId)
      await activateBoost(db, member.id, Date.now())
      await changeSandboxPayment(env, sessionId, { dispute: 'lost' })
      const settled = { id: `evt_${newId()}`, type: 'x', about: { sessionId } }
      await unlessDead(isolate, settleEvent(isolate.db, isolate.provider, settled, Date.now()))
      const isRefunded = (await readOrderRow(orderId)).state === 'refunded'
      const [running] = await db.select().from(boosts).where(eq(boosts.memberId, member.id))
      expect((await ledgerOf(member)).includes('boost -4 refund')).toBe(isRefunded)
      expect((running?.endsAt ?? 0) <= Date.now()).toBe(isRefunded)
      await settleEvent(db, mortal(never).provider, settled, Date.now())
      expect(await ledgerOf(member)).toEqual(['boost 5 order', 'boost -1 use', 'boost -4 refund'])
    })
  })

  it('in a withdrawal or a refund pays back what was decided, once, or has decided nothing', async () => {
    for (const by of ['member', 'operator'] as const) {
      const points = await dieEverywhere(async (isolate) => {
        const member = await createMember()
        const { orderId, sessionId } = await order(member, { 'likes-10': 1 })
        await pay(sessionId)
        const [{ total }, now] = [await readOrderRow(orderId), Date.now()]
        const operator = {
          orderId,
          part: 'whole',
          shown: total,
          reason: 'Charged twice',
          actorId: await operatorId(),
          now,
        } as const
        const act =
          by === 'member'
            ? withdraw(isolate.db, isolate.provider, { orderId, memberId: member.id, shown: total, now })
            : refundOrder(isolate.db, isolate.provider, operator)
        await unlessDead(isolate, act)
        const [decided] = await db.select().from(refunds).where(eq(refunds.orderId, orderId))
        expect(await ledgerOf(member)).toEqual(decided ? ['likes 10 order', 'likes -10 refund'] : ['likes 10 order'])
        if (!decided) expect((await sandboxOf(sessionId))?.refunded).toBe(0)
        await finishPayments(env, Date.now())
        expect((await sandboxOf(sessionId))?.refunded).toBe(decided ? total : 0)
        await (await happen(sessionId, { status: 'paid' })).send()
        expect((await readOrderRow(orderId)).state).toBe(decided ? 'refunded' : 'fulfilled')
      })
      // Reading, deciding, listing what is open, asking the provider, keeping that it has it.
      expect(points).toBeGreaterThanOrEqual(5)
    }
  })
})

const never: DeathAt = { call: Number.POSITIVE_INFINITY, side: 'before' }

const death = fc.option(fc.record({ call: fc.integer({ min: 1, max: 6 }), side: fc.constantFrom('before', 'after') }), {
  nil: never,
})
const which = fc.nat({ max: 1 })
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pay' as const), which, status: fc.constantFrom('paid', 'failed', 'expired') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('dispute' as const), which, to: fc.constantFrom('open', 'won', 'lost') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('return' as const), which, part: fc.constantFrom(0.3, 1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('refund' as const), which, part: fc.constantFrom('whole', 'unused'), death }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('activate' as const), death }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('deliver' as const), event: fc.nat({ max: 30 }), death }) },
)

describe('the ledger', () => {
  it('equals the paid orders exactly, over histories of events, deliveries, refunds and deaths of isolates', async () => {
    const reached = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24, size: 'max' }), async (steps) => {
        const member = await createMember()
        const placed = [await order(member, { 'boost-5': 1, 'likes-10': 1 })]
        await fillCart(member, { 'boost-5': 0, 'likes-10': 0 })
        placed.push(await order(member, { 'premium-1': 1, 'likes-30': 1 }))
        const events: { id: string; sessionId: string }[] = []
        const factsOf = async (index: number) => {
          const row = await sandboxOf(placed[index]?.sessionId ?? '')
          if (!row) throw new Error('no payment')
          return row
        }
        const change = async (index: number, facts: Partial<PaymentFacts>) => {
          const { sessionId } = placed[index] ?? { sessionId: '' }
          await changeSandboxPayment(env, sessionId, facts)
          events.push({ id: `evt_${newId()}`, sessionId })
        }
        for (const each of steps) {
          if (each.do === 'pay') {
            if ((await factsOf(each.which)).status !== 'paid')
              await change(each.which, { status: each.status as PaymentFacts['status'] })
          } else if (each.do === 'dispute') {
            const { status, dispute, disputes } = await factsOf(each.which)
            const isNew = each.to === 'open'
            const isNext = isNew ? ['none', 'won'].includes(dispute) : dispute === 'open'
            if (status === 'paid' && isNext)
              await change(each.which, { dispute: each.to as PaymentFacts['dispute'], disputes: disputes + (isNew ? 1 : 0) })
          } else if (each.do === 'return') {
            const { status, refunded, amount } = await factsOf(each.which)
            if (status === 'paid') await change(each.which, { refunded: Math.max(refunded, Math.floor(amount * each.part)) })
          } else if (each.do === 'refund') {
            const isolate = mortal(each.death as DeathAt)
            const { orderId } = placed[each.which] ?? { orderId: '' }
            const read = await readOrder(db, orderId, null)
            const now = Date.now()
            const part = each.part as 'whole' | 'unused'
            const plan = read && planRefund(toRefundable(read), part, read.ledger, now)
            if (!plan || typeof plan === 'string') continue
            const asked = { orderId, part, shown: plan.amount, reason: 'A reason', actorId: await operatorId(), now }
            await unlessDead(isolate, refundOrder(isolate.db, isolate.provider, asked))
          } else if (each.do === 'activate') {
            const isolate = mortal(each.death as DeathAt)
            await unlessDead(isolate, activateBoost(isolate.db, member.id, Date.now()))
          } else {
            const event = events[each.event % Math.max(1, events.length)]
            if (!event) continue
            const isolate = mortal(each.death as DeathAt)
            const about = { sessionId: event.sessionId }
            await unlessDead(isolate, settleEvent(isolate.db, isolate.provider, { id: event.id, type: 'x', about }, Date.now()))
          }
        }
        // The cron asks for refunds that are open; the provider tells what came of them, and repeats what was not acknowledged.
        await finishPayments(env, Date.now())
        for (const { sessionId } of placed) events.push({ id: `evt_${newId()}`, sessionId })
        for (const { id, sessionId } of events.toReversed())
          await settleEvent(db, mortal(never).provider, { id, type: 'x', about: { sessionId } }, Date.now())

        const now = Date.now()
        const ledger = await db.select().from(entitlements).where(eq(entitlements.memberId, member.id)).orderBy(entitlements.seq)
        expect(ledger.map(({ seq }) => seq)).toEqual(ledger.map((_, index) => index + 1))
        const left = { likes: 0, isPremium: false }
        for (const [index, { orderId }] of placed.entries()) {
          const facts = await factsOf(index)
          const row = await readOrderRow(orderId)
          const [payment] = await db.select().from(payments).where(eq(payments.orderId, orderId))
          const [refund] = await db.select().from(refunds).where(eq(refunds.orderId, orderId))
          reached.set(row.state, (reached.get(row.state) ?? 0) + 1)
          expect(payment).toMatchObject({ status: facts.status, refunded: facts.refunded, dispute: facts.dispute, problem: null })
          if (refund) expect(facts.refunded).toBeGreaterThanOrEqual(refund.amount)
          const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(orderLines.position)
          const granted = ledger.filter(
            ({ sourceKind, sourceId }) => sourceKind === 'order' && lines.some(({ id }) => id === sourceId),
          )
          expect(granted.map(({ sourceId, units }) => [sourceId, units])).toEqual(
            facts.status === 'paid' ? lines.map(({ id, units }) => [id, units]) : [],
          )
          expect(row.receiptNumber !== null).toBe(facts.status === 'paid')
          if (row.state !== 'fulfilled' || refund) continue
          left.likes += index === 0 ? 10 : 30
          left.isPremium ||= index === 1
        }
        expect(balanceAt(ledger, 'likes', now)).toBe(left.likes)
        expect(premiumUntil(ledger, now) !== null).toBe(left.isPremium)
        // Each boost that was activated has its use, and the other way round.
        const activated = await db.select().from(boosts).where(eq(boosts.memberId, member.id))
        const uses = ledger.filter(({ sourceKind }) => sourceKind === 'use').map(({ sourceId }) => sourceId)
        expect(activated.map(({ id }) => id).toSorted()).toEqual(uses.toSorted())
      }),
      { seed: 20261127, numRuns: isFullLength ? 50 : 20 },
    )
    // The histories cover each of their subjects.
    for (const state of ['fulfilled', 'refunded', 'disputed', 'failed']) expect(reached.get(state), state).toBeGreaterThan(0)
  })
})
