import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { cartLines, orders, providerEvents } from '#db/schema.ts'
import { boostActions } from '#features/entitlements/contract.ts'
import type { CartPageProps } from '#pages/cart/props.ts'
import {
  cartActions,
  checkoutActions,
  refundActions,
  settlementActions,
  type CartProps,
  type CartView,
  type CheckoutAnswer,
  type ReturnedProps,
} from '#features/store/contract.ts'
import { changeSandboxPayment } from '#features/store/server/payment/sandbox.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { locales } from '#shared/i18n/locales.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { createMember, db, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, payloadPath, readPayload } from '#test/support/worker/pages.ts'
import { connect, newId, origin } from '#test/support/worker/realtime-client.ts'
import { checkout, createPromo, fillCart, ledgerOf, order, readOrderRow, seedContent } from '#test/support/worker/store.ts'
import { Visitor } from '#test/support/worker/visitor.ts'

beforeAll(seedContent)

type Returned = Extract<CartPageProps, { view: 'returned' }>
const card = (session: string, number: string) => ({ session, card: number, expiry: '12/40', code: '123' })
const payByCard = (member: TestMember, session: string, number = '4242 4242 4242 4242') =>
  postJson(member, checkoutActions.payByCard.path, card(session, number))
const answerBank = (member: TestMember, session: string, bank: string) =>
  postJson(member, checkoutActions.answerBank.path, { session, bank })
const redirectOf = async (response: Response) => (await response.json<{ redirect?: string }>()).redirect
const returnOf = async (orderId: string, paid: 0 | 1) =>
  `/cart?order=${(await readOrderRow(orderId)).idempotencyKey}&paid=${paid}`

describe('the pages of store and cart', () => {
  it('show one’s own cart, and neither ids nor addresses', async () => {
    const [member, other] = [await createMember(), await createMember()]
    await fillCart(other, { 'premium-1': 1 })
    const { totals, revision } = await fillCart(member, { 'boost-1': 2 }, await createPromo())
    const { props } = await readPayload<CartProps>(member, '/cart')
    expect(Object.keys(props).sort()).toEqual(['cart', 'isTest', 'notice', 'orderKey', 'view'])
    expect(Object.keys(props.cart).sort()).toEqual(['currency', 'promoCode', 'promoRefusal', 'revision', 'totals'])
    expect(props.cart).toMatchObject({ revision, totals: { total: totals.total } })
    for (const path of ['/store', '/cart']) {
      const text = await (await openPage(member, payloadPath(path))).text()
      const own = JSON.stringify((JSON.parse(text) as { data: { props: unknown } }).data.props)
      expect(own).not.toContain(member.id)
      expect(text).not.toContain('@example.test')
      expect(text).not.toContain(other.id)
    }
  })

  it('hide an order and its payment from everybody else', async () => {
    const [member, other] = [await createMember(), await createMember()]
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    const back = await returnOf(orderId, 1)
    for (const path of [back, `/cart?pay=${sessionId}`]) {
      expect((await openPage(member, path)).status).toBe(200)
      expect((await openPage(other, path)).status).toBe(404)
    }
    expect((await payByCard(other, sessionId)).status).toBe(404)
    expect((await answerBank(other, sessionId, 'confirm')).status).toBe(404)
    expect(
      (await postJson(other, checkoutActions.settle.path, { order: (await readOrderRow(orderId)).idempotencyKey })).status,
    ).toBe(404)
    expect(await readOrderRow(orderId)).toMatchObject({ state: 'pending' })
  })

  it('price by the country of the network address, with its tax', async () => {
    const member = await createMember()
    const response = await openPage(member, payloadPath('/de/cart'), { 'cf-ipcountry': 'CZ' })
    const { data } = await response.json<{ data: { props: CartProps } }>()
    expect(data.props.cart).toMatchObject({ currency: 'CZK', totals: { taxRate: 2100 } })
  })
})

describe('a form with edited numbers', () => {
  it('changes no price, and no order is placed for another total', async () => {
    const member = await createMember()
    await fillCart(member, { 'premium-12': 1 })
    await postJson(member, cartActions.setLine.path, { product: 'premium-12', quantity: 1, unitPrice: 1, price: 1, total: 1 })
    const answer = await checkout(member, 1)
    expect([answer.status, (await answer.json<{ error: { code: string } }>()).error.code]).toEqual([409, 'cart-changed'])
    expect((await readPayload<CartProps>(member, '/cart')).props.cart.totals.total).toBe(5999)
    expect(await db.select().from(orders).where(eq(orders.memberId, member.id))).toEqual([])
  })

  it.each(['-1', '21', '1e2', '99999999999999', '1.5', ''])('stores no quantity %s', async (quantity) => {
    const member = await createMember()
    await fillCart(member, { 'boost-1': 2 })
    const back = origin + href(routes.cart, {}, { locale: 'en' })
    const sent = await new Visitor().submit(
      cartActions.setLine.path,
      [
        ['product', 'boost-1'],
        ['quantity', quantity],
      ],
      { authorization: `Bearer ${member.token}`, referer: back },
    )
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/cart'])
    const lines = await db.select({ quantity: cartLines.quantity }).from(cartLines).where(eq(cartLines.memberId, member.id))
    expect(lines).toEqual([{ quantity: 2 }])
  })
})

describe('the sandbox’s card page', () => {
  it('pays through the webhook: the event is settled, once, and the cart is empty', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-5': 1 })
    const back = await returnOf(orderId, 1)
    expect(await redirectOf(await payByCard(member, sessionId))).toBe(back)
    expect(await readOrderRow(orderId)).toMatchObject({ state: 'fulfilled' })
    const events = await db.select().from(providerEvents).where(eq(providerEvents.orderId, orderId))
    expect(events.map(({ type }) => type)).toEqual(['checkout.session.completed'])
    // A second press, and the bank's page left open in another tab.
    expect(await redirectOf(await payByCard(member, sessionId))).toBe(back)
    expect(await redirectOf(await answerBank(member, sessionId, 'confirm'))).toBe(back)
    expect(await ledgerOf(member)).toEqual(['boost 5 order'])
    const { props } = await readPayload<ReturnedProps>(member, back)
    expect(props).toMatchObject({ outcome: 'paid', order: { id: orderId, lines: [{ product: 'boost-5', quantity: 1 }] } })
    expect((await readPayload<CartProps>(member, '/cart')).props.cart.totals.lines).toEqual([])
  })

  it('leads on to what was bought: a boost is started there, by a key of its own, while one is left', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    const back = await returnOf(orderId, 1)
    const boostOf = async () => (await readPayload<Returned>(member, back)).props.boost
    expect(await boostOf(), 'nothing is paid yet').toBeNull()
    await payByCard(member, sessionId)
    const boost = await boostOf()
    expect(boost).toEqual({ key: expect.any(String), follows: false })
    expect(await (await openPage(member, back)).text()).toContain(`action="${boostActions.activate.path}"`)
    expect((await postJson(member, boostActions.activate.path, { key: boost?.key })).status).toBe(200)
    expect(await boostOf(), 'it is used').toBeNull()
  })

  it('offers no boost to who bought something else', async () => {
    const member = await createMember()
    const boost = await order(member, { 'boost-1': 1 })
    await payByCard(member, boost.sessionId)
    const { orderId, sessionId } = await order(member, { 'likes-10': 1 })
    await payByCard(member, sessionId)
    expect((await readPayload<Returned>(member, await returnOf(orderId, 1))).props.boost).toBeNull()
  })

  it.each(['1240', '12/40', '12 / 40'])('takes the date %s, as it is typed without a script', async (expiry) => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    const wrong = { ...card(sessionId, '4242 4242 4242 4242'), expiry: '1340' }
    expect((await postJson(member, checkoutActions.payByCard.path, wrong)).status).toBe(422)
    expect((await postJson(member, checkoutActions.payByCard.path, { ...wrong, expiry })).status).toBe(200)
    expect((await readOrderRow(orderId)).state).toBe('fulfilled')
  })

  it('leaves the payment open where the card is declined or the bank refuses', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'likes-10': 1 })
    expect(await redirectOf(await payByCard(member, sessionId, '4000000000000002'))).toBe(
      `/cart?pay=${sessionId}&problem=declined`,
    )
    expect(await redirectOf(await payByCard(member, sessionId, '4000000000003220'))).toBe(`/cart?pay=${sessionId}&step=bank`)
    expect(await redirectOf(await answerBank(member, sessionId, 'refuse'))).toBe(`/cart?pay=${sessionId}&problem=refused`)
    expect((await payByCard(member, sessionId, '4111111111111111')).status).toBe(422)
    expect(await readOrderRow(orderId)).toMatchObject({ state: 'pending' })
    expect(await ledgerOf(member)).toEqual([])
    expect((await readPayload<CartProps>(member, await returnOf(orderId, 0))).props).toMatchObject({
      view: 'cart',
      notice: 'unpaid',
    })
    await answerBank(member, sessionId, 'confirm')
    expect(await ledgerOf(member)).toEqual(['likes 10 order'])
  })
})

describe('the way back', () => {
  it('waits while the event has not come, and settles by asking the provider', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    const back = await returnOf(orderId, 1)
    expect((await readPayload<ReturnedProps>(member, back)).props.outcome).toBe('waiting')
    await changeSandboxPayment(env, sessionId, { status: 'paid' })
    const { idempotencyKey } = await readOrderRow(orderId)
    const answer = await postJson(member, checkoutActions.settle.path, { order: idempotencyKey })
    expect(await answer.json()).toMatchObject({ state: 'fulfilled' })
    expect((await readPayload<ReturnedProps>(member, back)).props.outcome).toBe('paid')
    expect(await ledgerOf(member)).toEqual(['boost 1 order'])
  })

  it('has the cart as it was where the payment has failed', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    await changeSandboxPayment(env, sessionId, { status: 'expired' })
    await postJson(member, checkoutActions.settle.path, { order: (await readOrderRow(orderId)).idempotencyKey })
    const { props } = await readPayload<CartProps>(member, await returnOf(orderId, 1))
    expect(props).toMatchObject({ view: 'cart', notice: 'failed', cart: { totals: { total: 249 } } })
  })

  it('goes on with the same order and its code, which the left payment holds, until the cart changes', async () => {
    const member = await createMember()
    const { totals } = await fillCart(member, { 'boost-10': 1 }, await createPromo({ usesAtMost: 1 }))
    const first = await (await checkout(member, totals.total)).json<CheckoutAnswer>()
    const { props } = await readPayload<CartProps>(member, '/cart')
    expect(props.cart.promoRefusal).toBeNull()
    const again = await (await checkout(member, props.cart.totals.total, props.orderKey)).json<CheckoutAnswer>()
    expect(again).toMatchObject({ orderId: first.orderId, checkout: first.checkout })
    const changed = await postJson(member, cartActions.setLine.path, { product: 'likes-10', quantity: 1 })
    expect((await changed.json<CartView>()).promoRefusal).toBe('promo-used')
  })
})

it('tells the member’s other devices that the cart has changed, and nobody else’s', async () => {
  const [member, other] = [await createMember(), await createMember()]
  const [client, others] = [await connect(member.id), await connect(other.id)]
  for (const each of [client, others]) await each.join(channelName.member(each.memberId))
  const { revision } = await fillCart(member, { 'gift-rose': 1 })
  await client.until(() => client.events('cart').some(({ data }) => data.revision === revision), 'the cart’s event')
  expect(others.events('cart')).toEqual([])
})

describe('where no payment provider is configured', () => {
  const closed = new Visitor(undefined, { ENVIRONMENT: 'production' })
  const withStripe = new Visitor(undefined, { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' })
  const authorization = async () => ({ authorization: `Bearer ${(await createMember()).token}` })

  it.each(locales.map(({ code }) => code))('store and cart say that they are not open yet, in %s', async (locale) => {
    const headers = await authorization()
    for (const route of [routes.store, routes.cart])
      for (const query of ['', '?view=orders', '?pay=cs_sandbox_x', '?order=x']) {
        const response = await closed.get(payloadPath(href(route, {}, { locale }) + query), headers)
        const { data } = await response.json<{ data: { props: unknown } }>()
        expect([response.status, data.props]).toEqual([200, { view: 'closed' }])
      }
    const { t } = createTranslator(locale, await loadMessages(locale, ['store']), { timeZone: 'UTC' })
    const page = await (await closed.get(href(routes.store, {}, { locale }), headers)).text()
    expect(page.replaceAll('&#x27;', "'")).toContain(t('store.closed.title'))
  })

  it.each(Object.entries({ ...cartActions, ...checkoutActions, ...refundActions, ...settlementActions }))(
    'the action %s is not found',
    async (_, { path }) => {
      const body = {
        product: 'boost-1',
        quantity: 1,
        currency: 'EUR',
        key: newId(),
        total: 1,
        order: 'x',
        amount: 1,
        bank: 'confirm',
      }
      const response = await closed.post(path, { ...body, ...card('cs_sandbox_x', '4242424242424242') }, await authorization())
      expect(response.status).toBe(404)
    },
  )

  it('the sandbox is not found where Stripe is configured', async () => {
    const member = await createMember()
    const { sessionId } = await order(member, { 'boost-1': 1 })
    const headers = { authorization: `Bearer ${member.token}` }
    expect((await withStripe.get(`/cart?pay=${sessionId}`, headers)).status).toBe(404)
    expect((await withStripe.post(checkoutActions.payByCard.path, card(sessionId, '4242424242424242'), headers)).status).toBe(404)
    expect(
      (await withStripe.post(checkoutActions.answerBank.path, { session: sessionId, bank: 'confirm' }, headers)).status,
    ).toBe(404)
    expect(await ledgerOf(member)).toEqual([])
  })

  it('a form without a script may be led to Stripe where it is configured, and nowhere else', async () => {
    const headers = await authorization()
    const policyOf = async (visitor: Visitor) => (await visitor.get('/cart', headers)).headers.get('content-security-policy')
    expect(await policyOf(withStripe)).toContain("form-action 'self' https://checkout.stripe.com;")
    expect(await policyOf(new Visitor())).toContain("form-action 'self';")
  })
})
