import { beforeAll, describe, expect, it } from 'vitest'
import { boostActions } from '#features/entitlements/contract.ts'
import { giftActions, type GiftShelf } from '#features/gifts/contract.ts'
import { cartActions, checkoutActions, refundActions } from '#features/store/contract.ts'
import texts from '#locales/en/closed.json'
import { createMember, postForm, postJson } from '#test/support/worker/members.ts'
import { openPage } from '#test/support/worker/pages.ts'
import { newId } from '#test/support/worker/realtime-client.ts'
import { checkout, fillCart, order, pay, readOrderRow, seedContent } from '#test/support/worker/store.ts'
import { closedAnswer, expectClosed, refusalOf, statusOf, turn } from '#test/support/worker/switches.ts'

beforeAll(seedContent)

const { setLine, setPromo, setCurrency } = cartActions
const { settle } = checkoutActions
const { withdraw } = refundActions

describe('while the store is closed', () => {
  it('nothing is bought, and all that was bought goes on; then it is open again', async () => {
    const member = await createMember()
    const [paid, begun] = [await order(member, { 'boost-5': 1 }), await order(member, { 'boost-1': 1 })]
    await pay(paid.sessionId)
    const { totals } = await fillCart(member, { 'boost-1': 2 })
    await turn('store', 'off')

    for (const path of ['/store', '/store?view=products', '/cart'])
      await expectClosed(member, path, { ...texts.store, to: '/store?view=orders' })
    const gift = { conversation: newId(), gift: 'gift-rose', key: newId(), currency: 'GBP', price: 99 }
    const buying = [
      await postJson(member, setLine.path, { product: 'boost-1', quantity: 3 }),
      await postJson(member, setPromo.path, { promo: '' }),
      await postJson(member, setCurrency.path, { currency: 'EUR' }),
      await checkout(member, totals.total),
      await postJson(member, giftActions.buy.path, gift),
    ]
    expect(await Promise.all(buying.map(refusalOf))).toEqual(buying.map(() => closedAnswer))
    const form = await postForm(member, checkoutActions.checkout.path, { key: newId(), currency: 'GBP', total: '1' })
    expect([form.status, form.headers.get('location')]).toEqual([303, '/store'])
    const { title, text } = texts.store
    const shelf = await (await openPage(member, giftActions.list.path)).json<GiftShelf>()
    expect(shelf).toMatchObject({ isOpen: false, closed: { title, text } })

    const { idempotencyKey: key } = await readOrderRow(begun.orderId)
    const open = [
      '/store?view=orders',
      `/store?order=${paid.orderId}`,
      `/cart?order=${key}&paid=1`,
      `/cart?pay=${begun.sessionId}`,
    ]
    for (const path of open) expect(await statusOf(member, path), path).toBe(200)
    expect((await pay(begun.sessionId)).status).toBe(200)
    expect(await readOrderRow(begun.orderId)).toMatchObject({ state: 'fulfilled' })
    expect((await postJson(member, settle.path, { order: key })).status).toBe(200)
    const { total } = await readOrderRow(paid.orderId)
    const taken = await postJson(member, withdraw.path, { order: paid.orderId, amount: total })
    expect([taken.status, await taken.json()]).toEqual([200, { amount: total, redirect: `/store?order=${paid.orderId}` }])
    expect((await postJson(member, boostActions.activate.path, { key: newId() })).status).toBe(200)

    await turn('store', 'on')
    expect([await statusOf(member, '/store'), await statusOf(member, '/cart')]).toEqual([200, 200])
    expect((await checkout(member, (await fillCart(member, { 'boost-1': 2 })).totals.total)).status).toBe(200)
  })
})
