import { SELF } from 'cloudflare:test'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { cartLines, orderLines, orders, prices } from '#db/schema.ts'
import { chatActions } from '#features/chat/contract.ts'
import { giftActions, type BoughtGift, type GiftShelf } from '#features/gifts/contract.ts'
import { give, giftRows, giftsIn, giftsLeft, grantGifts } from '#test/support/worker/gifts.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { newId, origin } from '#test/support/worker/realtime-client.ts'
import { fillCart, happen, ledgerOf, order, pay, seedContent } from '#test/support/worker/store.ts'

beforeAll(seedContent)

async function openMatch() {
  const match = await createMatch()
  return { ...match, pair: [match.anna.id, match.ben.id] as const }
}

const buy = (member: TestMember, conversation: string, body: Record<string, unknown> = {}) =>
  postJson(member, giftActions.buy.path, {
    conversation,
    gift: 'gift-rose',
    key: newId(),
    currency: 'GBP',
    price: 99,
    ...body,
  })
const claim = async (member: TestMember, key: string) =>
  (await (await postJson(member, giftActions.claim.path, { key })).json<BoughtGift>()).state
const ordersOf = (member: TestMember) => db.select().from(orders).where(eq(orders.memberId, member.id))

/** An order for one rose, not paid yet. */
async function orderRose(member: TestMember, conversation: string) {
  const key = newId()
  const answer = await buy(member, conversation, { key })
  if (answer.status !== 200) throw new Error(await answer.text())
  const placed = (await ordersOf(member)).find(({ idempotencyKey }) => idempotencyKey === key)
  return { key, orderId: placed?.id ?? '', sessionId: `cs_sandbox_${placed?.id}` }
}

const readShelf = async (member: TestMember) =>
  (await SELF.fetch(origin + giftActions.list.path, { headers: { authorization: `Bearer ${member.token}` } })).json<GiftShelf>()

describe('the gifts of a conversation', () => {
  it('have their prices in the member’s currency, and how many one has', async () => {
    const { anna } = await openMatch()
    await fillCart(anna, {})
    await grantGifts(anna, 2, 'gift-star')
    const { isOpen, closed, currency, offers } = await readShelf(anna)
    expect([isOpen, closed, currency]).toEqual([true, null, 'GBP'])
    expect(offers.map(({ gift, price, owned }) => `${gift} ${price} ${owned}`)).toEqual([
      'gift-rose 99 0',
      'gift-coffee 149 0',
      'gift-cake 199 0',
      'gift-lantern 299 0',
      'gift-star 499 2',
    ])
  })
})

describe('a gift that is bought in a conversation', () => {
  it('is an order of its own, priced by the server; the cart stays as it is', async () => {
    const { conversation, anna } = await openMatch()
    await fillCart(anna, { 'boost-1': 2 })
    const { orderId, sessionId } = await orderRose(anna, conversation)
    expect(await ordersOf(anna)).toMatchObject([{ id: orderId, total: 99, currency: 'GBP', giftConversationId: conversation }])
    expect(await db.select().from(orderLines).where(eq(orderLines.orderId, orderId))).toMatchObject([
      { productId: 'gift-rose', kind: 'gift-rose', units: 1, quantity: 1, paid: 99 },
    ])
    await pay(sessionId)
    expect(await db.select().from(cartLines).where(eq(cartLines.memberId, anna.id))).toMatchObject([
      { productId: 'boost-1', quantity: 2 },
    ])
    expect(await ledgerOf(anna)).toEqual(['gift-rose 1 order'])
  })

  it('is refused at another price, in a currency that was swapped, and where no gift may be sent', async () => {
    const { conversation, anna, ben } = await openMatch()
    const wrong = [{ price: 1 }, { price: 98 }, { currency: 'EUR' }, { gift: 'gift-star' }]
    for (const body of wrong) expect((await buy(anna, conversation, body)).status).toBe(409)
    for (const body of [{ price: 0 }, { price: -99 }, { gift: 'boost-1' }, { currency: 'XXX' }, { key: '' }])
      expect((await buy(anna, conversation, body)).status).toBe(422)
    expect((await buy(anna, newId())).status).toBe(404)
    await postJson(ben, chatActions.unmatch.path, { conversation })
    expect((await buy(anna, conversation)).status).toBe(404)
    expect(await ordersOf(anna)).toEqual([])
  })

  it('is refused when its price changes in between', async () => {
    const { conversation, anna } = await openMatch()
    const isRose = and(eq(prices.productId, 'gift-rose'), eq(prices.currency, 'TRY'))
    await db.update(prices).set({ amount: 4500 }).where(isRose)
    expect((await buy(anna, conversation, { currency: 'TRY', price: 3900 })).status).toBe(409)
    expect((await buy(anna, conversation, { currency: 'TRY', price: 4500 })).status).toBe(200)
    await db.update(prices).set({ amount: 3900 }).where(isRose)
  })

  it('is sent once it is paid, once, however often the way back is taken', { timeout: 60_000 }, async () => {
    const { conversation, anna, pair } = await openMatch()
    const { key, sessionId } = await orderRose(anna, conversation)
    expect(await claim(anna, key)).toBe('waiting')
    await happen(sessionId, { status: 'paid' })
    // Back before the webhook: the way back asks the provider itself.
    const states = await Promise.all(Array.from({ length: 10 }, () => claim(anna, key)))
    expect(new Set(states)).toEqual(new Set(['sent']))
    await pay(sessionId)
    expect(await claim(anna, key)).toBe('sent')
    expect([await giftsIn(conversation, pair), await giftsLeft(anna)]).toEqual([['gift-rose'], 0])
    expect(await ledgerOf(anna)).toEqual(['gift-rose 1 order', 'gift-rose -1 use'])
  })

  it('is its buyer’s when the browser is lost, and is not sent again when the way back is taken after all', async () => {
    const { conversation, anna, pair } = await openMatch()
    const { key, sessionId } = await orderRose(anna, conversation)
    await pay(sessionId)
    expect([await giftsIn(conversation, pair), await giftsLeft(anna)]).toEqual([[], 1])
    expect((await give(anna, conversation)).status).toBe(200)
    // Another rose that was bought later is not this order's.
    const later = await order(anna, { 'gift-rose': 1 })
    await pay(later.sessionId)
    expect(await claim(anna, key)).toBe('sent')
    expect([await giftsIn(conversation, pair), await giftsLeft(anna)]).toEqual([['gift-rose'], 1])
  })

  it('that was not paid sends nothing', async () => {
    const { conversation, anna } = await openMatch()
    const [failed, expired] = [await orderRose(anna, conversation), await orderRose(anna, conversation)]
    await happen(failed.sessionId, { status: 'failed' })
    await happen(expired.sessionId, { status: 'expired' })
    expect([await claim(anna, failed.key), await claim(anna, expired.key)]).toEqual(['unpaid', 'unpaid'])
    expect([await ledgerOf(anna), await giftRows(anna)]).toEqual([[], []])
  })

  it('stays its buyer’s where the conversation has ended by then', async () => {
    const { conversation, anna, ben } = await openMatch()
    const { key, sessionId } = await orderRose(anna, conversation)
    await pay(sessionId)
    await postJson(ben, chatActions.unmatch.path, { conversation })
    expect([await claim(anna, key), await giftsLeft(anna)]).toEqual(['owned', 1])
  })

  it('is nobody else’s: another’s key and an order of a cart are not found', async () => {
    const { conversation, anna, ben } = await openMatch()
    const { key } = await orderRose(anna, conversation)
    const answer = await postJson(ben, giftActions.claim.path, { key })
    expect(answer.status).toBe(404)
    const cart = await order(anna, { 'gift-rose': 1 })
    const [row] = await db.select().from(orders).where(eq(orders.id, cart.orderId))
    expect((await postJson(anna, giftActions.claim.path, { key: row?.idempotencyKey })).status).toBe(404)
  })
})
