import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { counters, orderLines, orders, promoUses } from '#db/schema.ts'
import { currencies } from '#shared/currency.ts'
import { cartActions, type CartView, type CheckoutAnswer } from '#features/store/contract.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
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
  setLine,
} from '#test/support/worker/store.ts'
import { attemptLimits, type AttemptLimit } from '#server/limits/attempts.ts'

beforeAll(seedContent)

const ordersOf = (member: TestMember) => db.select().from(orders).where(eq(orders.memberId, member.id))
const usesOf = (code: string) => db.select().from(promoUses).where(eq(promoUses.code, code))

describe('a cart', () => {
  it('is priced by the server, and prices that a form adds change nothing', async () => {
    const member = await createMember()
    await fillCart(member, {})
    const edited = { product: 'boost-1', quantity: 2, unitPrice: 1, price: 1, total: 1, currency: 'TRY', 'totals[total]': 1 }
    const cart = await (await postJson(member, cartActions.setLine.path, edited)).json<CartView>()
    expect(cart.totals).toMatchObject({
      currency: 'GBP',
      total: 498,
      lines: [{ product: 'boost-1', quantity: 2, unitPrice: 249 }],
    })
  })

  it('refuses negative, huge, broken and other quantities, and stores none of them', async () => {
    const member = await createMember()
    await fillCart(member, { 'boost-1': 3 })
    const wrong = [
      -1,
      -20,
      21,
      1e9,
      2 ** 53,
      1.5,
      1e308,
      '-1',
      '+1',
      '1e3',
      '0x10',
      ' 1',
      '1.0',
      '',
      null,
      undefined,
      [1],
      {},
      true,
    ]
    const answers = await Promise.all(wrong.map((quantity) => setLine(member, 'boost-1', quantity)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]))
    expect((await setLine(member, 'boost-2', 1)).status).toBe(422)
    expect((await postForm(member, cartActions.setLine.path, { product: 'boost-1', quantity: '-1' })).status).toBe(303)
    expect((await fillCart(member, {})).totals.lines).toMatchObject([{ quantity: 3 }])
  })

  it('loses a product at quantity 0, and is each member’s own', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await fillCart(anna, { 'boost-1': 1, 'likes-10': 1 })
    expect((await fillCart(anna, { 'boost-1': 0 })).totals.lines).toMatchObject([{ product: 'likes-10' }])
    expect((await fillCart(ben, {})).totals.lines).toEqual([])
  })

  it('says why a code takes nothing off', async () => {
    const member = await createMember()
    const refusal = async (promo: string) => (await fillCart(member, { 'boost-1': 1 }, promo)).promoRefusal
    expect(await refusal('NO-SUCH')).toBe('promo-unknown')
    expect(await refusal(await createPromo({ endsAt: 1 }))).toBe('promo-over')
    expect(await refusal(await createPromo({ percent: null, amounts: { PLN: 500 } }))).toBe('promo-currency')
    expect(await refusal(await createPromo())).toBeNull()
  })
})

describe('the limits of a member', () => {
  const fill = (key: string, { limit, windowMs }: AttemptLimit) =>
    db.insert(counters).values({ key, count: limit, expiresAt: Date.now() + windowMs })

  it('allow no more tries of promo codes, but taking one out and the rest of the cart', async () => {
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    await fillCart(anna, { 'boost-1': 1 })
    const tryCode = (member: TestMember, promo: string) => postJson(member, cartActions.setPromo.path, { promo })
    expect((await tryCode(anna, 'GUESS1')).status).toBe(200)
    await fill(`promo-code:${ben.id}`, attemptLimits.promoCodes)
    expect((await tryCode(ben, 'GUESS1')).status).toBe(429)
    expect([(await tryCode(ben, '')).status, (await setLine(ben, 'boost-1', 2)).status]).toEqual([200, 200])
  })

  it('allow no more checkouts', async () => {
    const member = await createMember()
    const { totals } = await fillCart(member, { 'boost-1': 1 })
    await fill(`checkout:${member.id}`, attemptLimits.checkouts)
    expect([(await checkout(member, totals.total)).status, await ordersOf(member)]).toEqual([429, []])
  })
})

describe('a checkout', () => {
  it('refuses a total or a currency that is not the cart’s, and an empty cart', async () => {
    const member = await createMember()
    expect((await checkout(member, 0)).status).toBe(409)
    const { totals } = await fillCart(member, { 'premium-3': 1 })
    const answers = await Promise.all([
      checkout(member, totals.total - 1),
      checkout(member, 1),
      checkout(member, totals.total, newId(), 'TRY'),
      checkout(member, totals.total, newId(), 'BRL'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    const broken = await Promise.all([
      checkout(member, -totals.total),
      checkout(member, 'much'),
      checkout(member, totals.total, newId(), 'gbp'),
      checkout(member, totals.total, ''),
    ])
    expect(broken.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    expect(await ordersOf(member)).toEqual([])
  })

  it('places one order for one key, however often the form is sent', { timeout: 60_000 }, async () => {
    const member = await createMember()
    const { totals } = await fillCart(member, { 'boost-5': 1 })
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkout(member, totals.total, key)))
    const placed = await Promise.all(answers.map((answer) => answer.json<CheckoutAnswer>()))
    expect(new Set(placed.map(({ orderId }) => orderId)).size).toBe(1)
    expect(await ordersOf(member)).toMatchObject([{ state: 'pending', total: 999, net: 999, currency: 'GBP' }])
    // The same key for another total is no repeat.
    await fillCart(member, { 'boost-5': 2 })
    expect((await checkout(member, 1998, key)).status).toBe(409)
  })

  it('places one order for one cart, whatever keys its tabs have', async () => {
    const member = await createMember()
    const { totals } = await fillCart(member, { 'boost-1': 1 })
    const answers = await Promise.all([1, 2, 3, 4].map(() => checkout(member, totals.total)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await ordersOf(member)).toHaveLength(1)
  })

  it('lets a code of single use through once, of 50 parallel checkouts', { timeout: 120_000 }, async () => {
    const code = await createPromo({ usesAtMost: 1 })
    const people = await Promise.all(Array.from({ length: 50 }, () => createMember()))
    const carts = await Promise.all(people.map((member) => fillCart(member, { 'boost-5': 1 }, code)))
    expect(new Set(carts.map(({ totals }) => totals.total))).toEqual(new Set([499]))
    const answers = await Promise.all(people.map((member) => checkout(member, 499)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
    expect(await usesOf(code)).toHaveLength(1)
    expect(
      await db
        .select()
        .from(orders)
        .where(and(eq(orders.promoCode, code))),
    ).toHaveLength(1)
  })

  it('lets one member use a code as often as it may, of 20 checkouts of four carts', { timeout: 60_000 }, async () => {
    const code = await createPromo({ perMemberAtMost: 2 })
    const member = await createMember()
    for (const quantity of [1, 2, 3, 4]) {
      const { totals } = await fillCart(member, { 'boost-5': quantity }, code)
      await Promise.all(Array.from({ length: 5 }, () => checkout(member, totals.total)))
    }
    expect(await usesOf(code)).toHaveLength(2)
  })

  it('gives the use of a code back when the payment expires, and takes it again when it is paid after all', async () => {
    const code = await createPromo({ usesAtMost: 1 })
    const [anna, ben] = await Promise.all([createMember(), createMember()])
    const { totals } = await fillCart(anna, { 'boost-5': 1 }, code)
    const { orderId } = await (await checkout(anna, totals.total)).json<CheckoutAnswer>()
    expect((await fillCart(ben, { 'boost-5': 1 }, code)).promoRefusal).toBe('promo-used')
    await (await happen(`cs_sandbox_${orderId}`, { status: 'expired' })).send()
    expect([(await readOrderRow(orderId)).state, (await fillCart(ben, {}, code)).promoRefusal]).toEqual(['expired', null])
    await pay(`cs_sandbox_${orderId}`)
    expect([(await readOrderRow(orderId)).state, (await fillCart(ben, {}, code)).promoRefusal]).toEqual([
      'fulfilled',
      'promo-used',
    ])
    expect(await ledgerOf(anna)).toEqual(['boost 5 order'])
  })

  it('charges the total that the cart shows, in all nine currencies', { timeout: 60_000 }, async () => {
    const code = await createPromo({ percent: 13 })
    for (const currency of currencies) {
      const member = await createMember()
      await fillCart(member, { 'boost-1': 3, 'premium-12': 1, 'gift-star': 7 }, code)
      const cart = await (await postJson(member, cartActions.setCurrency.path, { currency })).json<CartView>()
      const { orderId } = await (await checkout(member, cart.totals.total, newId(), currency)).json<CheckoutAnswer>()
      const row = await readOrderRow(orderId)
      expect([row.currency, row.total, row.net + row.tax]).toEqual([currency, cart.totals.total, cart.totals.total])
      const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
      expect(lines.reduce((sum, { paid }) => sum + paid, 0)).toBe(row.total)
      await pay(`cs_sandbox_${orderId}`)
      expect((await readOrderRow(orderId)).state).toBe('fulfilled')
    }
  })

  it('keeps a cart that was changed while the payment was under way', async () => {
    const member = await createMember()
    const { sessionId } = await order(member, { 'boost-1': 1 })
    await fillCart(member, { 'likes-10': 1 })
    await pay(sessionId)
    expect((await fillCart(member, {})).totals.lines).toHaveLength(2)
  })
})
