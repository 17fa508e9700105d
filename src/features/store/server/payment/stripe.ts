import * as v from 'valibot'
import { AppError } from '#shared/errors.ts'
import type { Env } from '#server/env.ts'
import type { ListedPayment, PaymentFacts } from '#features/store/payment-facts.ts'
import type { CheckoutOrder, FetchedPayment, PaymentProvider, PaymentRange, PaymentReference, RefundRequest } from './provider.ts'

/** The API version whose responses the schemas below describe. */
const apiVersion = '2026-10-28.endive'
const timeoutMs = 10_000
/** Stripe's own maximum per list. */
const listedTogether = 100
/** Maximum number of lists searched for a session whose URL was lost, among those opened since its order was placed. */
const mostLists = 10
const clockSkewMs = 5 * 60_000
const sessionLifetimeMs = 24 * 60 * 60_000

type StripeEnv = Required<Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET'>> & Pick<Env, 'STRIPE_API'>

const charge = v.object({ amount_refunded: v.number(), disputed: v.boolean() })
const intent = v.object({ id: v.string(), status: v.string(), latest_charge: v.nullish(charge) })
const session = v.object({
  id: v.string(),
  client_reference_id: v.nullable(v.string()),
  url: v.nullish(v.string()),
  status: v.picklist(['open', 'complete', 'expired']),
  payment_status: v.picklist(['paid', 'unpaid', 'no_payment_required']),
  amount_total: v.number(),
  currency: v.string(),
  payment_intent: v.nullish(v.union([v.string(), intent])),
})
const sessions = v.object({ data: v.array(v.object({ id: v.string() })) })
const sessionList = v.object({ data: v.array(session), has_more: v.boolean() })
const refusal = v.object({ error: v.object({ type: v.string(), code: v.optional(v.string()), message: v.optional(v.string()) }) })
const disputes = v.object({ data: v.array(v.object({ status: v.string() })) })

/** Stripe Checkout over `fetch` (docs/decisions/042). */
export function createStripe(env: StripeEnv): PaymentProvider {
  const call = (path: string, init: RequestInit = {}, idempotencyKey?: string) => request(env, path, init, idempotencyKey)
  return {
    name: 'stripe',
    async openCheckout(order) {
      const body = checkoutForm(order)
      const answer = await call('/v1/checkout/sessions', { method: 'POST', body }, `checkout-${order.id}`)
      const opened = answer.status === 400 ? await findOpened(call, order) : v.parse(session, answer.body)
      if (!opened?.url) throw unavailable('an open session has no address')
      return { sessionId: opened.id, url: opened.url }
    },
    async closeCheckout(sessionId) {
      await call(`/v1/checkout/sessions/${sessionId}/expire`, { method: 'POST' })
    },
    async fetchPayment(reference) {
      const sessionId = await findSession(call, reference)
      if (sessionId === null) return null
      const found = await call(`/v1/checkout/sessions/${sessionId}?expand[0]=payment_intent.latest_charge`)
      return found.status === 404 ? null : toPayment(call, v.parse(session, found.body))
    },
    async listPayments(range) {
      const { data, next } = await listSessions(call, range)
      return { payments: data.flatMap((each) => toListed(each) ?? []), next }
    },
    async refund({ id, intentId, amount }: RefundRequest) {
      if (intentId === null) throw unavailable('a paid order has no payment intent')
      const body = new URLSearchParams({ payment_intent: intentId, amount: String(amount) })
      await call('/v1/refunds', { method: 'POST', body }, `refund-${id}`)
    },
    // Two of them, separated by a space, during a rotation.
    webhookSecrets: async () => env.STRIPE_WEBHOOK_SECRET.split(' ').filter(Boolean),
  }
}

type Call = (path: string, init?: RequestInit, idempotencyKey?: string) => Promise<{ status: number; body: unknown }>

/** One line for the whole order, so that its total is exactly what our page has shown. */
function checkoutForm({ id, total, currency, locale, email, successUrl, cancelUrl }: CheckoutOrder): URLSearchParams {
  return new URLSearchParams({
    mode: 'payment',
    client_reference_id: id,
    customer_email: email,
    locale: locale === 'en-us' ? 'en' : locale === 'en' ? 'en-GB' : locale === 'uk' ? 'auto' : locale,
    success_url: successUrl,
    cancel_url: cancelUrl,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(total),
    'line_items[0][price_data][product_data][name]': `Kismet ${id}`,
    'payment_intent_data[metadata][order]': id,
  })
}

/**
 * Stripe stores a key with the request that used it, and refuses it with any other. A repeat after a crash, for example, may have
 * another URL or language. The session then exists, and is searched for.
 */
async function findOpened(call: Call, { id, placedAt }: CheckoutOrder): Promise<v.InferOutput<typeof session> | null> {
  let cursor: string | null = null
  for (let lists = 0; lists < mostLists; lists++) {
    const range: PaymentRange = { from: placedAt - clockSkewMs, to: placedAt + sessionLifetimeMs, cursor }
    const { data, next }: Awaited<ReturnType<typeof listSessions>> = await listSessions(call, range)
    const found = data.find((each) => each.client_reference_id === id)
    if (found || next === null) return found ?? null
    cursor = next
  }
  return null
}

/** Newest first. */
async function listSessions(call: Call, { from, to, cursor }: PaymentRange) {
  const query = new URLSearchParams({
    limit: String(listedTogether),
    'created[gte]': String(Math.floor(from / 1000)),
    'created[lt]': String(Math.floor(to / 1000)),
    'expand[0]': 'data.payment_intent.latest_charge',
    ...(cursor === null ? {} : { starting_after: cursor }),
  })
  const { data, has_more: hasMore } = v.parse(sessionList, (await call(`/v1/checkout/sessions?${query}`)).body)
  return { data, next: hasMore ? (data.at(-1)?.id ?? null) : null }
}

function toListed(found: v.InferOutput<typeof session>): ListedPayment | null {
  const { id, client_reference_id: orderId, amount_total: amount, currency } = found
  if (orderId === null) return null
  const payment = typeof found.payment_intent === 'object' ? found.payment_intent : null
  const { amount_refunded: refunded = 0, disputed: isDisputed = false } = payment?.latest_charge ?? {}
  return { orderId, sessionId: id, status: statusOf(found, payment?.status), amount, currency, refunded, isDisputed }
}

async function findSession(call: Call, reference: PaymentReference): Promise<string | null> {
  if ('sessionId' in reference) return reference.sessionId
  const found = await call(`/v1/checkout/sessions?limit=1&payment_intent=${reference.intentId}`)
  return v.parse(sessions, found.body).data[0]?.id ?? null
}

async function toPayment(call: Call, found: v.InferOutput<typeof session>): Promise<FetchedPayment | null> {
  if (found.client_reference_id === null) return null
  const payment = typeof found.payment_intent === 'object' ? found.payment_intent : null
  const isDisputed = payment?.latest_charge?.disputed ?? false
  const facts: PaymentFacts = {
    status: statusOf(found, payment?.status),
    refunded: payment?.latest_charge?.amount_refunded ?? 0,
    ...(payment && isDisputed ? await disputesOf(call, payment.id) : { dispute: 'none', disputes: 0 }),
  }
  const answer = { ...facts, amount: found.amount_total, currency: found.currency }
  return { orderId: found.client_reference_id, sessionId: found.id, intentId: payment?.id ?? null, answer }
}

function statusOf({ status, payment_status: paid }: v.InferOutput<typeof session>, intentStatus = ''): PaymentFacts['status'] {
  if (paid !== 'unpaid') return 'paid'
  if (status === 'expired') return 'expired'
  // A complete session without money waits for a slow payment method, until that has failed.
  return status === 'complete' && ['requires_payment_method', 'canceled'].includes(intentStatus) ? 'failed' : 'open'
}

const disputeStates: Readonly<Record<string, PaymentFacts['dispute']>> = {
  lost: 'lost',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
}

/**
 * An inquiry (`warning_…`) takes no money, so it does not count. Of several disputes a lost one counts first, then an open one.
 */
async function disputesOf(call: Call, intentId: string): Promise<Pick<PaymentFacts, 'dispute' | 'disputes'>> {
  const { data } = v.parse(disputes, (await call(`/v1/disputes?payment_intent=${intentId}`)).body)
  const states = data.flatMap(({ status }) => disputeStates[status] ?? [])
  const dispute = (['lost', 'open', 'won'] as const).find((state) => states.includes(state)) ?? 'none'
  return { dispute, disputes: states.length }
}

async function request(env: StripeEnv, path: string, init: RequestInit, idempotencyKey?: string) {
  const headers = {
    authorization: `Bearer ${env.STRIPE_SECRET_KEY}`,
    'stripe-version': apiVersion,
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  }
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch((env.STRIPE_API || 'https://api.stripe.com') + path, {
    ...init,
    headers,
    redirect: 'manual',
    signal,
  }).catch((error: unknown) => {
    throw unavailable(error instanceof Error ? error.name : 'no answer')
  })
  const { status } = response
  const isUsable = response.ok || (status === 404 && (init.method ?? 'GET') === 'GET') || status === 400
  const body: unknown = isUsable ? await readJson(response) : null
  // The body of a refusal quotes the request.
  if (!isUsable || (status === 400 && !isKnownRefusal(body))) throw unavailable(`status ${status}`)
  return { status, body }
}

/** A response that is not JSON, or is truncated, counts as none: a proxy's page, or a lost connection. */
const readJson = (response: Response): Promise<unknown> =>
  response.json().catch(() => {
    throw unavailable('not JSON')
  })

/**
 * The key was used before for a different request, the payment has already been refunded in full, or a checkout that should end is
 * not open any more. Stripe gives the last one no code of its own.
 */
const isKnownRefusal = (body: unknown) =>
  v.is(refusal, body) &&
  (body.error.type === 'idempotency_error' ||
    body.error.code === 'charge_already_refunded' ||
    body.error.message?.includes('can be expired') === true)

const unavailable = (reason: string) =>
  new AppError(`Stripe: ${reason}`, { status: 503, code: 'unavailable', cure: 'see the log of requests in the Stripe dashboard' })
