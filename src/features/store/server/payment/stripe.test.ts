import { afterEach, describe, expect, it, vi } from 'vitest'
import { readEvent } from './event.ts'
import { createStripe } from './stripe.ts'

const stripe = createStripe({
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_new whsec_old',
  STRIPE_API: 'https://stripe.test',
})

type Sent = { url: string; method: string; body: string; headers: Headers }

/** Replaces Stripe's responses, by path, and records the requests. */
function answerWith(answers: Record<string, unknown>, status = 200): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    sent.push({ url, method: init.method ?? 'GET', body: String(init.body ?? ''), headers: new Headers(init.headers) })
    const path = Object.keys(answers).find((start) => url.startsWith(`https://stripe.test${start}`))
    return path === undefined ? new Response('{}', { status: 404 }) : Response.json(answers[path], { status })
  })
  return sent
}

const session = {
  id: 'cs_1',
  client_reference_id: 'order-1',
  url: 'https://checkout.stripe.test/cs_1',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 999,
  currency: 'gbp',
  payment_intent: { id: 'pi_1', status: 'succeeded', latest_charge: { amount_refunded: 0, disputed: false } },
}
const withCharge = (charge: object) => ({ ...session, payment_intent: { ...session.payment_intent, latest_charge: charge } })
const order = {
  id: 'order-1',
  placedAt: 1_795_000_000_000,
  total: 999,
  currency: 'GBP',
  locale: 'pl',
  email: 'anna@example.test',
  successUrl: 'https://kismet.test/pl/cart?paid=1',
  cancelUrl: 'https://kismet.test/pl/cart?paid=0',
} as const

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('Stripe', () => {
  it('is asked for exactly the order’s total, with the order’s id as idempotency key', async () => {
    const sent = answerWith({ '/v1/checkout/sessions': session })
    expect(await stripe.openCheckout(order, 0)).toEqual({ sessionId: 'cs_1', url: session.url })
    const [call] = sent
    expect([call?.method, call?.headers.get('idempotency-key')]).toEqual(['POST', 'checkout-order-1'])
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toMatchObject({
      client_reference_id: 'order-1',
      'line_items[0][price_data][currency]': 'gbp',
      'line_items[0][price_data][unit_amount]': '999',
      'line_items[0][quantity]': '1',
    })
  })

  /** What stripe 23.1.0 sends for the same calls, recorded by a server in Stripe's place; decoded. */
  const ofLibrary = [
    [
      'POST',
      '/v1/checkout/sessions',
      'mode=payment&client_reference_id=order-1&customer_email=anna@example.test&locale=pl&success_url=https://kismet.test/pl/cart?paid=1&cancel_url=https://kismet.test/pl/cart?paid=0&line_items[0][quantity]=1&line_items[0][price_data][currency]=gbp&line_items[0][price_data][unit_amount]=999&line_items[0][price_data][product_data][name]=Kismet order-1&payment_intent_data[metadata][order]=order-1',
      'checkout-order-1',
    ],
    ['GET', '/v1/checkout/sessions/cs_1?expand[0]=payment_intent.latest_charge', '', null],
    ['GET', '/v1/disputes?payment_intent=pi_1', '', null],
    ['GET', '/v1/checkout/sessions?limit=1&payment_intent=pi_1', '', null],
    [
      'GET',
      '/v1/checkout/sessions?limit=100&created[gte]=1000&created[lt]=2000&expand[0]=data.payment_intent.latest_charge&starting_after=cs_4',
      '',
      null,
    ],
    ['POST', '/v1/refunds', 'payment_intent=pi_1&amount=300', 'refund-refund-1'],
  ]

  it('gets exactly what its own library would send', async () => {
    const disputed = withCharge({ amount_refunded: 0, disputed: true })
    const sent = answerWith({
      '/v1/checkout/sessions?limit=1&': { data: [] },
      '/v1/checkout/sessions?': { data: [], has_more: false },
      '/v1/checkout/sessions': disputed,
      '/v1/disputes': { data: [] },
      '/v1/refunds': { id: 're_1' },
    })
    await stripe.openCheckout(order, 0)
    await stripe.fetchPayment({ sessionId: 'cs_1' })
    await stripe.fetchPayment({ intentId: 'pi_1' })
    await stripe.listPayments({ from: 1_000_000, to: 2_000_000, cursor: 'cs_4' })
    await stripe.refund({ id: 'refund-1', sessionId: 'cs_1', intentId: 'pi_1', amount: 300 })
    const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
    const requests = sent.map(({ method, url, body, headers }) => [
      method,
      decoded(url.replace('https://stripe.test', '')),
      decoded(body),
      headers.get('idempotency-key'),
    ])
    expect(requests).toEqual(ofLibrary)
    for (const { headers } of sent)
      expect([headers.get('stripe-version'), headers.get('authorization')]).toEqual(['2026-10-28.endive', 'Bearer sk_test_1'])
  })

  it('answers what became of a payment, in the store’s terms', async () => {
    const factsOf = async (answer: object, disputes: string[] = []) => {
      answerWith({ '/v1/checkout/sessions/cs_1': answer, '/v1/disputes': { data: disputes.map((status) => ({ status })) } })
      const { status, refunded, dispute } = (await stripe.fetchPayment({ sessionId: 'cs_1' }))?.answer ?? {}
      return [status, refunded, dispute]
    }
    const unpaid = { ...session, payment_status: 'unpaid' }
    expect(await factsOf(session)).toEqual(['paid', 0, 'none'])
    expect(await factsOf({ ...unpaid, status: 'open', payment_intent: null })).toEqual(['open', 0, 'none'])
    expect(await factsOf({ ...unpaid, status: 'expired', payment_intent: null })).toEqual(['expired', 0, 'none'])
    expect(await factsOf(unpaid)).toEqual(['open', 0, 'none'])
    expect(await factsOf({ ...unpaid, payment_intent: { id: 'pi_1', status: 'requires_payment_method' } })).toEqual([
      'failed',
      0,
      'none',
    ])
    const disputed = withCharge({ amount_refunded: 400, disputed: true })
    expect(await factsOf(withCharge({ amount_refunded: 400, disputed: false }))).toEqual(['paid', 400, 'none'])
    expect(await factsOf(disputed, ['under_review', 'won'])).toEqual(['paid', 400, 'open'])
    expect(await factsOf(disputed, ['won'])).toEqual(['paid', 400, 'won'])
    expect(await factsOf(disputed, ['won', 'lost'])).toEqual(['paid', 400, 'lost'])
    expect(await factsOf(disputed, ['warning_needs_response'])).toEqual(['paid', 400, 'none'])
  })

  it('finds the session of an event that names a payment intent, and knows nothing of other shops’ payments', async () => {
    answerWith({
      '/v1/checkout/sessions?limit=1&payment_intent=pi_1': { data: [{ id: 'cs_1' }] },
      '/v1/checkout/sessions/cs_1': session,
    })
    expect(await stripe.fetchPayment({ intentId: 'pi_1' })).toMatchObject({
      orderId: 'order-1',
      sessionId: 'cs_1',
      intentId: 'pi_1',
    })
    answerWith({ '/v1/checkout/sessions?limit=1': { data: [] } })
    expect(await stripe.fetchPayment({ intentId: 'pi_2' })).toBeNull()
    answerWith({})
    expect(await stripe.fetchPayment({ sessionId: 'cs_2' })).toBeNull()
    answerWith({ '/v1/checkout/sessions/cs_1': { ...session, client_reference_id: null } })
    expect(await stripe.fetchPayment({ sessionId: 'cs_1' })).toBeNull()
  })

  it('gives the checkout that is open already to a repeat in another language or with another address', async () => {
    const other = { ...session, id: 'cs_0', client_reference_id: 'order-0' }
    const sent: string[] = []
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      sent.push(`${init.method ?? 'GET'} ${url.replace('https://stripe.test', '')}`)
      if (init.method === 'POST') return Response.json({ error: { type: 'idempotency_error' } }, { status: 400 })
      const isSecond = url.includes('starting_after=cs_0')
      return Response.json({ data: [isSecond ? session : other], has_more: !isSecond })
    })
    expect(await stripe.openCheckout({ ...order, locale: 'de', email: 'new@example.test' }, 0)).toEqual({
      sessionId: 'cs_1',
      url: session.url,
    })
    expect(sent).toHaveLength(3)
    expect(sent[1]).toContain(`created%5Bgte%5D=${order.placedAt / 1000 - 300}`)
    // Any other refusal is still thrown.
    answerWith({ '/v1/checkout/sessions': { error: { type: 'invalid_request_error', code: 'amount_too_small' } } }, 400)
    await expect(stripe.openCheckout(order, 0)).rejects.toMatchObject({ status: 503 })
  })

  it('lists payments of our orders page by page, with what reconciliation compares', async () => {
    const foreign = { ...session, id: 'cs_2', client_reference_id: null }
    const unpaid = { ...session, id: 'cs_3', status: 'expired', payment_status: 'unpaid', payment_intent: null }
    const refunded = { ...withCharge({ amount_refunded: 300, disputed: true }), id: 'cs_4' }
    const sent = answerWith({ '/v1/checkout/sessions?': { data: [session, foreign, unpaid, refunded], has_more: true } })
    const range = { from: 1_000_000, to: 2_000_000, cursor: null }
    const listed = { orderId: 'order-1', sessionId: 'cs_1', status: 'paid', amount: 999, currency: 'gbp' }
    expect(await stripe.listPayments(range)).toEqual({
      payments: [
        { ...listed, refunded: 0, isDisputed: false },
        { ...listed, sessionId: 'cs_3', status: 'expired', refunded: 0, isDisputed: false },
        { ...listed, sessionId: 'cs_4', refunded: 300, isDisputed: true },
      ],
      next: 'cs_4',
    })
    expect(Object.fromEntries(new URL(sent[0]?.url ?? '').searchParams)).toEqual({
      limit: '100',
      'created[gte]': '1000',
      'created[lt]': '2000',
      'expand[0]': 'data.payment_intent.latest_charge',
    })
    answerWith({ '/v1/checkout/sessions?': { data: [], has_more: false } })
    expect(await stripe.listPayments({ ...range, cursor: 'cs_4' })).toEqual({ payments: [], next: null })
  })

  it('counts disputes, so that a second one is seen after a won one', async () => {
    answerWith({
      '/v1/disputes': { data: [{ status: 'won' }, { status: 'needs_response' }, { status: 'warning_closed' }] },
      '/v1/checkout/sessions/cs_1': withCharge({ amount_refunded: 0, disputed: true }),
    })
    expect((await stripe.fetchPayment({ sessionId: 'cs_1' }))?.answer).toMatchObject({ dispute: 'open', disputes: 2 })
  })

  it('has a refund where all was paid back before', async () => {
    const request = { id: 'refund-1', sessionId: 'cs_1', intentId: 'pi_1', amount: 300 }
    answerWith({ '/v1/refunds': { error: { type: 'invalid_request_error', code: 'charge_already_refunded' } } }, 400)
    await expect(stripe.refund(request)).resolves.toBeUndefined()
    answerWith({ '/v1/refunds': { error: { type: 'invalid_request_error' } } }, 400)
    await expect(stripe.refund(request)).rejects.toMatchObject({ status: 503 })
  })

  it('that refuses or fails is a 503, so that the event is delivered again', async () => {
    for (const status of [400, 401, 429, 500]) {
      answerWith({ '/v1/checkout/sessions/cs_1': { error: { message: 'anna@example.test' } } }, status)
      await expect(stripe.fetchPayment({ sessionId: 'cs_1' })).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    }
  })

  it('pays back by the payment intent, with the refund’s id as idempotency key', async () => {
    const sent = answerWith({ '/v1/refunds': { id: 're_1' } })
    await stripe.refund({ id: 'refund-1', sessionId: 'cs_1', intentId: 'pi_1', amount: 300 })
    expect(sent[0]?.headers.get('idempotency-key')).toBe('refund-refund-1')
    expect(sent[0]?.body).toBe('payment_intent=pi_1&amount=300')
    expect(await stripe.webhookSecrets()).toEqual(['whsec_new', 'whsec_old'])
  })
})

describe('an event', () => {
  const read = (object: object) =>
    readEvent(new TextEncoder().encode(JSON.stringify({ id: 'evt_1', type: 'some.type', data: { object } })))

  it('says which payment to look at, and others are ignored', () => {
    expect(read({ object: 'checkout.session', id: 'cs_1' })?.about).toEqual({ sessionId: 'cs_1' })
    for (const object of ['charge', 'dispute', 'refund'])
      expect(read({ object, payment_intent: 'pi_1' })?.about).toEqual({ intentId: 'pi_1' })
    expect([read({ object: 'customer', id: 'cus_1' }), read({ object: 'charge', payment_intent: '../x' })]).toEqual([null, null])
  })
})
