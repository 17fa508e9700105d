import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { likes, orders, payments, refunds } from '#db/schema.ts'
import { activateBoost } from '#features/entitlements/server/public.ts'
import { likesPerDay } from '#features/likes/contract.ts'
import { refundActions } from '#features/store/contract.ts'
import type { OrderProps, OrdersProps } from '#features/store/order-view.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, readPayload } from '#test/support/worker/pages.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import {
  createPromo,
  checkout,
  fillCart,
  happen,
  ledgerOf,
  order,
  pay,
  readOrderRow,
  seedContent,
} from '#test/support/worker/store.ts'

beforeAll(seedContent)

const dayMs = 24 * 60 * 60_000
const orderPath = (id: string, also = '') => `/store?order=${id}${also}`
const open = async (member: TestMember, id: string, also = '') =>
  (await readPayload<OrderProps & { view: string }>(member, orderPath(id, also))).props
const list = async (member: TestMember, also = '') => (await readPayload<OrdersProps>(member, `/store?view=orders${also}`)).props
const withdraw = (member: TestMember, order: string, amount: number) =>
  postJson(member, refundActions.withdraw.path, { order, amount })
const refundsOf = (orderId: string) => db.select().from(refunds).where(eq(refunds.orderId, orderId))

async function buy(member: TestMember, lines: Record<string, number>): Promise<string> {
  const { orderId, sessionId } = await order(member, lines)
  await pay(sessionId)
  return orderId
}

/** Lets time pass for an order. */
const age = (orderId: string, ms: number) =>
  db
    .update(orders)
    .set({ paidAt: Date.now() - ms })
    .where(eq(orders.id, orderId))

describe('an order’s page', () => {
  it('is nobody’s but its member’s, and an unknown one looks the same', async () => {
    const [anna, ben] = [await createMember(), await createMember()]
    const orderId = await buy(anna, { 'boost-1': 1 })
    for (const path of [orderPath(orderId), orderPath(orderId, '&withdraw=1'), orderPath(newId()), orderPath('')])
      expect((await openPage(ben, path)).status, path).toBe(404)
    expect((await withdraw(ben, orderId, 249)).status).toBe(404)
    expect((await withdraw(ben, newId(), 249)).status).toBe(404)
    expect([await refundsOf(orderId), (await openPage(anna, orderPath(orderId))).status]).toEqual([[], 200])
  })

  it('has the snapshot: what was paid, the discount and the tax, whatever prices are now', async () => {
    const member = await createMember()
    const code = await createPromo({ percent: 50 })
    const { totals } = await fillCart(member, { 'boost-1': 2, 'likes-10': 1 }, code)
    const { orderId } = await (await checkout(member, totals.total)).json<{ orderId: string }>()
    await pay(`cs_sandbox_${orderId}`)
    const { order: shown } = await open(member, orderId)
    const row = await readOrderRow(orderId)
    expect(shown).toMatchObject({
      total: totals.total,
      gross: totals.gross,
      discount: totals.discount,
      promoCode: code,
      net: row.net,
      tax: row.tax,
      receiptNumber: row.receiptNumber,
      refund: null,
    })
    expect(shown.lines.map(({ product, quantity, gross }) => [product, quantity, gross])).toEqual([
      ['boost-1', 2, 498],
      ['likes-10', 1, totals.gross - 498],
    ])
    expect(shown.net + shown.tax).toBe(shown.total)
  })

  it('of an order that is not paid has no receipt number and no way to withdraw', async () => {
    const member = await createMember()
    const { orderId } = await order(member, { 'boost-1': 1 })
    const { order: shown, withdrawal } = await open(member, orderId)
    expect([shown.receiptNumber, shown.paidAt, withdrawal]).toEqual([null, null, 'not-paid'])
    expect(await (await openPage(member, orderPath(orderId))).text()).not.toContain('withdraw=1')
    expect((await withdraw(member, orderId, 249)).status).toBe(409)
  })
})

describe('a withdrawal', () => {
  it('counts a day of premium as used once more likes were given on it than are free', async () => {
    const member = await createMember()
    const orderId = await buy(member, { 'premium-1': 1 })
    const daysUsed = async () => {
      const { withdrawal } = await open(member, orderId, '&withdraw=1')
      if (typeof withdrawal === 'string') throw new Error(withdrawal)
      const [premium] = withdrawal.lines
      return { days: ((premium?.granted ?? 0) - (premium?.left ?? 0)) / dayMs, amount: withdrawal.amount }
    }
    const like = async () => {
      const { id: toId } = await createMember()
      await db.insert(likes).values({ fromId: member.id, toId, createdAt: Date.now() })
    }
    for (let index = 0; index < likesPerDay; index++) await like()
    const { amount, days } = await daysUsed()
    expect(days).toBe(0)
    await like()
    expect((await daysUsed()).days).toBe(1)
    expect((await withdraw(member, orderId, amount)).status, 'the amount of the page before').toBe(409)
    expect((await withdraw(member, orderId, (await daysUsed()).amount)).status).toBe(200)
  })

  it('shows per line what is unused and what goes back, and refunds exactly that', async () => {
    const member = await createMember()
    const orderId = await buy(member, { 'boost-5': 1, 'likes-10': 1 })
    await activateBoost(db, member.id, Date.now())
    const { withdrawal, order: shown, view } = await open(member, orderId, '&withdraw=1')
    expect(view).toBe('withdrawal')
    if (typeof withdrawal === 'string') throw new Error(withdrawal)
    const [boosts, likes] = shown.lines.map(({ paid }) => paid)
    expect(withdrawal.lines.map(({ left, granted, refund }) => [left, granted, refund])).toEqual([
      [4, 5, Math.round(((boosts ?? 0) * 4) / 5)],
      [10, 10, likes],
    ])
    const answer = await withdraw(member, orderId, withdrawal.amount)
    expect(await answer.json()).toEqual({ amount: withdrawal.amount, redirect: orderPath(orderId) })
    expect(await refundsOf(orderId)).toMatchObject([{ amount: withdrawal.amount, cause: 'withdrawal' }])
    expect(await ledgerOf(member)).toEqual([
      'boost 5 order',
      'likes 10 order',
      'boost -1 use',
      'boost -4 refund',
      'likes -10 refund',
    ])
    const after = await open(member, orderId)
    expect([after.order.refund?.amount, after.withdrawal]).toEqual([withdrawal.amount, 'refunded'])
    expect((await list(member)).orders.map(({ status }) => status)).toEqual(['refunding'])
    await (await happen(`cs_sandbox_${orderId}`, { refunded: withdrawal.amount })).send()
    expect((await list(member)).orders.map(({ status }) => status)).toEqual(['refunded'])
    expect((await withdraw(member, orderId, withdrawal.amount)).status, 'once').toBe(409)
  })

  it('of another amount than is unused now is refused, with withdrawal-changed', async () => {
    const member = await createMember()
    const orderId = await buy(member, { 'boost-5': 1 })
    const { total } = await readOrderRow(orderId)
    await activateBoost(db, member.id, Date.now())
    const refused = await withdraw(member, orderId, total)
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: { code: 'withdrawal-changed' } }])
    expect([await refundsOf(orderId), await ledgerOf(member)]).toEqual([[], ['boost 5 order', 'boost -1 use']])
  })

  it('works as a plain form, and a changed amount comes back with a sentence and the new number', async () => {
    const member = await createMember()
    const orderId = await buy(member, { 'boost-5': 1 })
    const { total } = await readOrderRow(orderId)
    await activateBoost(db, member.id, Date.now())
    const left = Math.round((total * 4) / 5)
    const confirm = orderPath(orderId, '&withdraw=1')
    const send = (amount: number) =>
      postForm(member, refundActions.withdraw.path, { order: orderId, amount: String(amount) }, { referer: origin + confirm })
    const refused = await send(total)
    expect([refused.status, refused.headers.get('location')]).toEqual([303, confirm])
    const cookie = refused.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const page = await (await openPage(member, confirm, { cookie })).text()
    expect(page).toContain('More of this order has been used since you opened the page')
    expect(page).toContain(`name="amount" value="${left}"`)
    expect(page).toContain(`You’ll now get £${(left / 100).toFixed(2)} back`)
    const done = await send(left)
    expect([done.status, done.headers.get('location')]).toEqual([303, orderPath(orderId)])
    expect(await refundsOf(orderId)).toMatchObject([{ amount: left }])
  })

  it('ends after fourteen days, and waits for the bank while there is a dispute', async () => {
    const member = await createMember()
    const [late, disputed] = [await buy(member, { 'boost-1': 1 }), await buy(member, { 'boost-1': 1 })]
    await age(late, 15 * dayMs)
    await (await happen(`cs_sandbox_${disputed}`, { dispute: 'open' })).send()
    expect([(await open(member, late)).withdrawal, (await open(member, disputed)).withdrawal]).toEqual(['too-late', 'disputed'])
    for (const id of [late, disputed]) expect((await withdraw(member, id, 249)).status).toBe(409)
    await age(late, 14 * dayMs)
    expect((await open(member, late)).withdrawal).toMatchObject({ amount: 249 })
  })
})

describe('the list of orders', () => {
  it('has a member’s own, newest first, a page of twenty at a time, each with its state', async () => {
    const [anna, ben] = [await createMember(), await createMember()]
    await buy(ben, { 'boost-1': 1 })
    const first = await buy(anna, { 'boost-1': 1, 'gift-rose': 2 })
    const { orderId: pending } = await order(anna, { 'premium-1': 1 })
    expect((await list(anna)).orders.map(({ id, status, products }) => [id, status, products])).toEqual([
      [pending, 'pending', ['premium-1']],
      [first, 'paid', ['boost-1', 'gift-rose']],
    ])
    const row = await readOrderRow(first)
    const older = Array.from({ length: 20 }, (_, index) => ({
      ...row,
      id: newId(),
      idempotencyKey: newId(),
      receiptNumber: null,
      placedAt: row.placedAt - 1000 - (index >> 1),
    }))
    for (const each of older) {
      await db.insert(orders).values(each)
      await db.insert(payments).values({ orderId: each.id, provider: 'sandbox', status: 'paid', updatedAt: 0 })
    }
    const page = await list(anna)
    const rest = await list(anna, `&after=${page.next}`)
    const ids = [...page.orders, ...rest.orders].map(({ id }) => id)
    expect([page.orders.length, rest.orders.length, rest.next, rest.isPaged]).toEqual([20, 2, null, true])
    expect(new Set(ids)).toEqual(new Set([pending, first, ...older.map(({ id }) => id)]))
  })

  it('is empty for who has bought nothing, and closed to guests', async () => {
    expect(await list(await createMember())).toMatchObject({ orders: [], next: null })
    expect((await openPage(null, '/store?view=orders')).status).not.toBe(200)
  })
})
