import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { boosts, carts, entitlements, orders, payments, promoUses, providerEvents } from '#db/schema.ts'
import { balanceAt } from '#features/entitlements/contract.ts'
import { activateBoost } from '#features/entitlements/server/public.ts'
import { currencies } from '#shared/currency.ts'
import { cartActions, type CartView, type CheckoutAnswer } from '#features/store/contract.ts'
import type { PaymentFacts } from '#features/store/payment-facts.ts'
import { changeSandboxPayment, createSandbox, sandboxEvent } from '#features/store/server/payment/sandbox.ts'
import { settleEvent } from '#features/store/settlement/server/settle-order.ts'
import { countingDatabase } from '#test/support/worker/counting-database.ts'
import { createMember, db, postJson } from '#test/support/worker/members.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import {
  checkout,
  createPromo,
  fillCart,
  happen,
  ledgerOf,
  order,
  pay,
  post,
  readOrderRow,
  seedContent,
} from '#test/support/worker/store.ts'

vi.setConfig({ testTimeout: 240_000 })

beforeAll(seedContent)

const copies = 20
const granted = ['boost 5 order', 'boost -1 use']

/** What happens to an order of five boosts, one of them activated, and how it ends. */
const kinds: Record<string, { facts: Partial<PaymentFacts>; state: string; ledger: string[]; isFresh?: true }> = {
  paid: { facts: { status: 'paid' }, state: 'fulfilled', ledger: ['boost 5 order'], isFresh: true },
  failed: { facts: { status: 'failed' }, state: 'failed', ledger: [], isFresh: true },
  expired: { facts: { status: 'expired' }, state: 'expired', ledger: [], isFresh: true },
  'refunded at the provider': { facts: { refunded: 999 }, state: 'refunded', ledger: [...granted, 'boost -4 refund'] },
  'refunded in part at the provider': { facts: { refunded: 1 }, state: 'fulfilled', ledger: granted },
  disputed: { facts: { dispute: 'open' }, state: 'disputed', ledger: [...granted, 'boost -4 freeze'] },
  'disputed and won': { facts: { dispute: 'won' }, state: 'fulfilled', ledger: granted },
  'disputed and lost': { facts: { dispute: 'lost' }, state: 'refunded', ledger: [...granted, 'boost -4 refund'] },
}

describe('20 copies of an event at once', () => {
  it.each(Object.entries(kinds))('that it was %s change the order once', async (_, { facts, state, ledger, isFresh }) => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-5': 1 })
    if (!isFresh) {
      await pay(sessionId)
      await activateBoost(db, member.id, Date.now())
    }
    const { version } = await readOrderRow(orderId)
    const event = await happen(sessionId, facts)
    const answers = await Promise.all(Array.from({ length: copies }, () => event.send()))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect([(await readOrderRow(orderId)).state, await ledgerOf(member)]).toEqual([state, ledger])
    expect((await readOrderRow(orderId)).version).toBe(version + 1)
    const [running] = await db.select().from(boosts).where(eq(boosts.memberId, member.id))
    if (running) expect(running.endsAt > Date.now()).toBe(state !== 'refunded')
  })

  it('and badly signed and old ones among them change it once, too', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-5': 1 })
    const event = await happen(sessionId, { status: 'paid' })
    const about = { type: 'checkout.session.completed', sessionId }
    const old = await sandboxEvent(env, { id: `evt_${newId()}`, ...about }, Date.now() - 301_000)
    const early = await sandboxEvent(env, { id: `evt_${newId()}`, ...about }, Date.now() + 360_000)
    const answers = await Promise.all(
      Array.from({ length: copies }, () => [
        event.send(),
        post(old.body, old.signature),
        post(early.body, early.signature),
        post(old.body, event.signature),
      ]).flat(),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: copies }, () => [200, 400, 400, 400]).flat())
    expect(await ledgerOf(member)).toEqual(['boost 5 order'])
    expect(await db.select().from(providerEvents).where(eq(providerEvents.orderId, orderId))).toHaveLength(1)
  })
})

/** Every order of a list. */
function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first, index) => ordersOf(items.toSpliced(index, 1)).map((rest) => [first, ...rest]))
}

describe('every order of events', () => {
  /** Each worker has asked the provider when its event came, and writes in its turn: answers may be older than what is known. */
  it.each<[string, Partial<PaymentFacts>[], string, number]>([
    [
      'a payment, a dispute that is won',
      [{ status: 'paid' }, { dispute: 'open', disputes: 1 }, { dispute: 'won' }],
      'fulfilled',
      5,
    ],
    [
      'a payment, a dispute that is lost',
      [{ status: 'paid' }, { dispute: 'open', disputes: 1 }, { dispute: 'lost' }],
      'refunded',
      0,
    ],
    [
      'a won dispute and a second one',
      [{ status: 'paid' }, { dispute: 'open', disputes: 1 }, { dispute: 'won' }, { dispute: 'open', disputes: 2 }],
      'disputed',
      0,
    ],
    [
      'a failed try, a payment, a part and then all paid back',
      [{ status: 'failed' }, { status: 'paid' }, { refunded: 1 }, { refunded: 999 }],
      'refunded',
      0,
    ],
  ])('of %s ends the same, also with answers that are old', async (_, history, state, left) => {
    const sandbox = createSandbox(env, origin)
    for (const indices of ordersOf(history.map((_each, index) => index))) {
      const member = await createMember()
      const { orderId, sessionId } = await order(member, { 'boost-5': 1 })
      const answers: Awaited<ReturnType<typeof sandbox.fetchPayment>>[] = []
      for (const facts of history) {
        await changeSandboxPayment(env, sessionId, facts)
        answers.push(await sandbox.fetchPayment({ sessionId }))
      }
      for (const index of indices) {
        const asked = { ...sandbox, fetchPayment: async () => answers[index] ?? null }
        await settleEvent(db, asked, { id: `evt_${newId()}`, type: 'x', about: { sessionId } }, Date.now())
      }
      const ledger = await db.select().from(entitlements).where(eq(entitlements.memberId, member.id)).orderBy(entitlements.seq)
      expect([(await readOrderRow(orderId)).state, balanceAt(ledger, 'boost', Date.now())], indices.join()).toEqual([state, left])
      expect(ledger.filter(({ sourceKind }) => sourceKind === 'order')).toHaveLength(1)
    }
  })

  it('ends the same when each is delivered as it happens, with the others again between', async () => {
    const history: Partial<PaymentFacts>[] = [
      { status: 'paid' },
      { dispute: 'open', disputes: 1 },
      { dispute: 'won' },
      { dispute: 'open', disputes: 2 },
      { dispute: 'won' },
      { refunded: 999 },
    ]
    const states = ['fulfilled', 'disputed', 'fulfilled', 'disputed', 'fulfilled', 'refunded']
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-5': 1 })
    const sent: Awaited<ReturnType<typeof happen>>[] = []
    for (const [index, facts] of history.entries()) {
      sent.push(await happen(sessionId, facts))
      await Promise.all(sent.toReversed().map((event) => event.send()))
      expect((await readOrderRow(orderId)).state).toBe(states[index])
    }
    expect(await ledgerOf(member)).toEqual([
      'boost 5 order',
      'boost -5 freeze',
      'boost 5 thaw',
      'boost -5 freeze',
      'boost 5 thaw',
      'boost -5 refund',
    ])
  })
})

describe('the work of an event', () => {
  it('is one batch of D1 that reads and one that writes, whatever was bought', async () => {
    const sandbox = createSandbox(env, origin)
    const worksFor = async (lines: Record<string, number>) => {
      const member = await createMember()
      const { totals } = await fillCart(member, lines, await createPromo())
      const { orderId } = await (await checkout(member, totals.total)).json<CheckoutAnswer>()
      const sessionId = `cs_sandbox_${orderId}`
      const works: number[][] = []
      for (const facts of [{ status: 'paid' }, { dispute: 'open' }, { dispute: 'lost' }] as const) {
        await happen(sessionId, facts)
        const counted = countingDatabase()
        const event = { id: `evt_${newId()}`, type: 'x', about: { sessionId } }
        await settleEvent(openDatabase(counted.db), sandbox, event, Date.now())
        works.push([counted.count(), counted.statements()])
      }
      return works
    }
    const one = await worksFor({ 'boost-1': 1 })
    const many = await worksFor({ 'boost-5': 20, 'premium-12': 3, 'likes-30': 20, 'gift-rose': 20, 'gift-star': 20 })
    expect(one.map(([calls]) => calls)).toEqual([2, 2, 2])
    expect(many).toEqual(one)
  })

  it('that is settled already, and of one about nothing of ours, writes nothing', async () => {
    const sandbox = createSandbox(env, origin)
    const member = await createMember()
    const { sessionId } = await order(member, { 'boost-1': 1 })
    await happen(sessionId, { status: 'paid' })
    const event = { id: `evt_${newId()}`, type: 'x', about: { sessionId } }
    await settleEvent(db, sandbox, event, Date.now())
    const again = countingDatabase()
    await settleEvent(openDatabase(again.db), sandbox, event, Date.now())
    expect(again.count()).toBe(1)
    const unknown = countingDatabase()
    const about = { sessionId: 'cs_sandbox_unknown' }
    await settleEvent(openDatabase(unknown.db), sandbox, { ...event, about }, Date.now())
    expect(unknown.count()).toBe(0)
  })
})

describe('what is shown and what is charged', () => {
  it('is one amount in all nine currencies, with and without a code, to the last minor unit', async () => {
    const sandbox = createSandbox(env, origin)
    for (const currency of currencies) {
      for (const promo of ['', await createPromo({ percent: 33 })]) {
        const member = await createMember()
        await fillCart(member, { 'boost-1': 3, 'likes-10': 1, 'gift-star': 7 }, promo)
        const shown = await (await postJson(member, cartActions.setCurrency.path, { currency })).json<CartView>()
        const { orderId } = await (await checkout(member, shown.totals.total, newId(), currency)).json<CheckoutAnswer>()
        const charged = await sandbox.fetchPayment({ sessionId: `cs_sandbox_${orderId}` })
        expect(charged?.answer).toMatchObject({ amount: shown.totals.total, currency })
        await pay(`cs_sandbox_${orderId}`)
        expect(await readOrderRow(orderId)).toMatchObject({ state: 'fulfilled', total: shown.totals.total, currency })
      }
    }
  })

  it('is nothing where a code leaves less than can be paid', async () => {
    const member = await createMember()
    const { totals } = await fillCart(member, { 'gift-rose': 1 }, await createPromo({ percent: 75 }))
    expect(totals).toMatchObject({ gross: 99, discount: 99, total: 0 })
    expect((await (await checkout(member, 0)).json<CheckoutAnswer>()).state).toBe('fulfilled')
    expect(await ledgerOf(member)).toEqual(['gift-rose 1 order'])
  })
})

describe('the end of an account', () => {
  it('takes carts, ledger and boosts along, and leaves orders without their member, settled as before', async () => {
    const member = await createMember()
    const code = await createPromo()
    const { totals } = await fillCart(member, { 'boost-5': 1 }, code)
    const { orderId } = await (await checkout(member, totals.total)).json<CheckoutAnswer>()
    await pay(`cs_sandbox_${orderId}`)
    await activateBoost(db, member.id, Date.now())
    await fillCart(member, { 'likes-10': 2 })
    await env.DB.prepare('delete from members where id = ?').bind(member.id).run()

    for (const table of [carts, entitlements, boosts] as const)
      expect(await db.select().from(table).where(eq(table.memberId, member.id))).toEqual([])
    expect(await env.DB.prepare('select * from cart_lines where member_id = ?').bind(member.id).all()).toMatchObject({
      results: [],
    })
    expect(await readOrderRow(orderId)).toMatchObject({ state: 'fulfilled', memberId: null, total: totals.total })
    expect(await db.select().from(promoUses).where(eq(promoUses.code, code))).toMatchObject([{ memberId: null, orderId }])
    // Nobody is named by anything that stays.
    for (const table of ['orders', 'order_lines', 'payments', 'promo_uses', 'provider_events', 'refunds', 'sandbox_payments']) {
      const { results } = await env.DB.prepare(`select * from ${table}`).all()
      expect(JSON.stringify(results)).not.toContain(member.id)
    }
    // What the bank does afterwards still settles, and the receipt stays.
    const { receiptNumber } = await readOrderRow(orderId)
    await (await happen(`cs_sandbox_${orderId}`, { dispute: 'lost' })).send()
    expect(await readOrderRow(orderId)).toMatchObject({ state: 'refunded', receiptNumber })
    expect(await db.select().from(payments).where(eq(payments.orderId, orderId))).toMatchObject([{ dispute: 'lost' }])
    expect(await db.select().from(orders).where(eq(orders.id, orderId))).toHaveLength(1)
  })
})
