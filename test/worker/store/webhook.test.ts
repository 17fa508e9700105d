import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { boosts, members, orders, payments, providerEvents, sandboxPayments } from '#db/schema.ts'
import { activateBoost } from '#features/entitlements/server/public.ts'
import { refundActions, type CheckoutAnswer } from '#features/store/contract.ts'
import { findProvider } from '#features/store/server/payment/choose.ts'
import { isSigned } from '#features/store/server/payment/signature.ts'
import { sandboxEvent } from '#features/store/server/payment/sandbox.ts'
import { createMember, db, postJson } from '#test/support/worker/members.ts'
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

beforeAll(seedContent)

const paymentOf = async (orderId: string) => (await db.select().from(payments).where(eq(payments.orderId, orderId)))[0]
const eventsOf = (orderId: string) => db.select().from(providerEvents).where(eq(providerEvents.orderId, orderId))

describe('a signature', () => {
  // Made by stripe 23.1.0: webhooks.generateTestHeaderString.
  const body = new TextEncoder().encode(
    '{"id":"evt_1","object":"event","type":"checkout.session.completed","created":1795000000,"data":{"object":{"id":"cs_test_1","object":"checkout.session"}}}',
  )
  const header = 't=1795000000,v1=4bdcea12fbacaaed668623cd6e6bc7f599331f052a8457b070ab1ecf5aee4110'
  const at = (seconds: number) => (1_795_000_000 + seconds) * 1000

  it('of Stripe’s own library is right, for 300 seconds and with each secret of a rotation', async () => {
    const ages = await Promise.all([-301, -300, 0, 300, 301].map((age) => isSigned(body, header, ['whsec_fixture'], at(age))))
    expect(ages).toEqual([false, true, true, true, false])
    expect(await isSigned(body, header, ['whsec_new', 'whsec_fixture'], at(0))).toBe(true)
    expect(await isSigned(body, `${header.replace('v1=', 'v1=00,v1=')}`, ['whsec_fixture'], at(0))).toBe(true)
  })

  it('is wrong for another body, secret, time or scheme, and for what is no signature', async () => {
    const wrong = [
      isSigned(new Uint8Array([...body, 32]), header, ['whsec_fixture'], at(0)),
      isSigned(body, header, ['whsec_other'], at(0)),
      isSigned(body, header, [], at(0)),
      isSigned(body, header.replace('1795000000', '1795000001'), ['whsec_fixture'], at(0)),
      ...[header.replace('v1', 'v0'), '', 't=,v1=', 't=1795000000', `t=1,${header}`, header.slice(0, -1), 'v1=x,t=1e9'].map(
        (text) => isSigned(body, text, ['whsec_fixture'], at(0)),
      ),
    ]
    expect(new Set(await Promise.all(wrong))).toEqual(new Set([false]))
  })
})

describe('a webhook', () => {
  it.each(['', 'null-ish', '{"id":"evt_1"', '\xff\xfe', '<html>'])(
    'answers 400 to a signed event that is no JSON: %j',
    async (text) => {
      const at = Date.now()
      const provider = findProvider(env, 'https://kismet.localhost')
      const [secret = ''] = (await provider?.webhookSecrets()) ?? []
      const seconds = Math.floor(at / 1000)
      const key = await crypto.subtle.importKey(
        'raw',
        new TextEncoder().encode(secret),
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['sign'],
      )
      const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${seconds}.${text}`))
      const hex = [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      expect((await post(text, `t=${seconds},v1=${hex}`)).status).toBe(400)
    },
  )

  it('grants a paid order once, however many duplicates come at once', { timeout: 60_000 }, async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-5': 2, 'premium-1': 1, 'gift-rose': 3 })
    const event = await happen(sessionId, { status: 'paid' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => event.send()))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await ledgerOf(member)).toEqual(['boost 10 order', 'premium 1 order', 'gift-rose 3 order'])
    expect(await readOrderRow(orderId)).toMatchObject({ state: 'fulfilled', version: 1 })
    expect(await eventsOf(orderId)).toHaveLength(1)
    const [row] = await db.select({ until: members.premiumUntil }).from(members).where(eq(members.id, member.id))
    expect(row?.until).toBeGreaterThan(Date.now() + 27 * 86_400_000)
    // The cart that was bought is empty.
    expect((await fillCart(member, {})).totals.lines).toEqual([])
  })

  it('grants once for 20 different events about one payment, too', { timeout: 60_000 }, async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    const events = await Promise.all(Array.from({ length: 20 }, () => happen(sessionId, { status: 'paid' })))
    const answers = await Promise.all(events.map((event) => event.send()))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await ledgerOf(member)).toEqual(['boost 1 order'])
    expect(await eventsOf(orderId)).toHaveLength(20)
  })

  it('leaves nothing when it is 301 seconds old, badly signed or unsigned', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    const event = await happen(sessionId, { status: 'paid' })
    const old = await sandboxEvent(env, { id: 'evt_old', type: 'checkout.session.completed', sessionId }, Date.now() - 301_000)
    const statuses = await Promise.all([
      post(old.body, old.signature),
      post(
        event.body,
        event.signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
      post(`${event.body} `, event.signature),
      post(event.body, ''),
      post('{', event.signature),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect(await ledgerOf(member)).toEqual([])
    expect([(await readOrderRow(orderId)).state, await eventsOf(orderId)]).toEqual(['pending', []])
    expect((await event.send()).status).toBe(200)
    expect(await ledgerOf(member)).toEqual(['boost 1 order'])
  })

  it('believes the provider’s answer, not the event: one that claims a payment grants nothing', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-1': 1 })
    expect((await (await happen(sessionId, { status: 'open' })).send()).status).toBe(200)
    expect([await ledgerOf(member), (await readOrderRow(orderId)).state]).toEqual([[], 'pending'])
  })

  it('grants nothing for another amount or a currency that was swapped in flight, and keeps it for operators', async () => {
    const member = await createMember()
    for (const [wrong, problem] of [
      [{ currency: 'TRY' as const }, 'currency'],
      [{ amount: 1 }, 'amount'],
    ] as const) {
      const { orderId, sessionId } = await order(member, { 'boost-10': 1 })
      await db.update(sandboxPayments).set(wrong).where(eq(sandboxPayments.sessionId, sessionId))
      expect((await pay(sessionId)).status).toBe(200)
      expect([(await readOrderRow(orderId)).state, (await paymentOf(orderId))?.problem]).toEqual(['pending', problem])
    }
    expect(await ledgerOf(member)).toEqual([])
  })

  it('of a dispute freezes, of a won one gives back, and of a lost one ends what runs', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-5': 1 })
    await pay(sessionId)
    const boost = await activateBoost(db, member.id, Date.now())
    await (await happen(sessionId, { dispute: 'open' })).send()
    expect([(await readOrderRow(orderId)).state, await activateBoost(db, member.id, Date.now())]).toEqual(['disputed', null])
    await (await happen(sessionId, { dispute: 'won' })).send()
    expect((await readOrderRow(orderId)).state).toBe('fulfilled')
    await (await happen(sessionId, { dispute: 'lost' })).send()
    expect(await ledgerOf(member)).toEqual([
      'boost 5 order',
      'boost -1 use',
      'boost -4 freeze',
      'boost 4 thaw',
      'boost -4 refund',
    ])
    const [row] = await db
      .select()
      .from(boosts)
      .where(eq(boosts.id, boost?.id ?? ''))
    expect(row?.endsAt).toBeLessThanOrEqual(Date.now())
    expect((await readOrderRow(orderId)).state).toBe('refunded')
  })

  it('about nothing of ours is answered, and changes nothing', async () => {
    const event = await sandboxEvent(
      env,
      { id: 'evt_x', type: 'checkout.session.completed', sessionId: 'cs_sandbox_unknown' },
      Date.now(),
    )
    expect((await post(event.body, event.signature)).status).toBe(200)
    expect(await db.select().from(providerEvents).where(eq(providerEvents.id, 'evt_x'))).toEqual([])
  })
})

describe('a withdrawal', () => {
  it('pays back exactly the unused part that was shown, once, and takes it from the ledger first', async () => {
    const member = await createMember()
    const { orderId, sessionId } = await order(member, { 'boost-10': 1 })
    await pay(sessionId)
    await activateBoost(db, member.id, Date.now())
    const withdraw = (amount: number, who = member) => postJson(who, refundActions.withdraw.path, { order: orderId, amount })
    const { total } = await readOrderRow(orderId)
    const unused = Math.round((total * 9) / 10)
    expect((await withdraw(unused, await createMember())).status).toBe(404)
    expect((await withdraw(total)).status).toBe(409)
    const answers = await Promise.all([withdraw(unused), withdraw(unused), withdraw(unused)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await ledgerOf(member)).toEqual(['boost 10 order', 'boost -1 use', 'boost -9 refund'])
    const [sandbox] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.sessionId, sessionId))
    expect(sandbox?.refunded).toBe(unused)
    await (await happen(sessionId, { refunded: unused })).send()
    expect((await readOrderRow(orderId)).state).toBe('refunded')
    // What was activated was used, so it runs on.
    const [row] = await db.select().from(boosts).where(eq(boosts.memberId, member.id))
    expect(row?.endsAt).toBeGreaterThan(Date.now())
  })
})

describe('a store without keys', () => {
  it('is open locally alone, and with them its provider is Stripe', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    const providerOf = (ENVIRONMENT: typeof env.ENVIRONMENT, set: Partial<typeof keys> = {}) =>
      findProvider({ ...env, ENVIRONMENT, ...set }, origin)?.name
    expect([providerOf('local'), providerOf('staging'), providerOf('production')]).toEqual(['sandbox', undefined, undefined])
    expect(providerOf('production', { STRIPE_SECRET_KEY: 'sk_test_1' })).toBeUndefined()
    expect([providerOf('local', keys), providerOf('production', keys)]).toEqual(['stripe', 'stripe'])
  })
})

describe('receipts', () => {
  it('are numbered without gaps and without doubles, also when payments come at once', { timeout: 60_000 }, async () => {
    const orderOf = async () => order(await createMember(), { 'likes-10': 1 })
    const placed = await Promise.all([orderOf(), orderOf(), orderOf(), orderOf()])
    await Promise.all(placed.map(({ sessionId }) => pay(sessionId)))
    const rows = await db.select({ number: orders.receiptNumber }).from(orders)
    const numbers = rows.flatMap(({ number }) => number ?? []).toSorted((one, other) => one - other)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })
})

describe('an order of which nothing is to be paid', () => {
  it('is fulfilled at once, without a provider', async () => {
    const member = await createMember()
    const cart = await fillCart(member, { 'likes-10': 1 }, await createPromo({ percent: 100 }))
    const answer = await (await checkout(member, cart.totals.total)).json<CheckoutAnswer>()
    expect([cart.totals.total, answer.state, answer.checkout]).toEqual([0, 'fulfilled', null])
    expect(await ledgerOf(member)).toEqual(['likes 10 order'])
  })
})
