import * as v from 'valibot'
import { AppError } from '#shared/errors.ts'
import type { Env } from '#server/env.ts'
import type { PaymentFacts } from '#features/store/order-state.ts'
import type { CheckoutOrder, FetchedPayment, PaymentProvider, PaymentReference, RefundRequest } from './provider.ts'

/** The version whose answers the schemas below describe. */
const apiVersion = '2026-10-28.endive'
const timeoutMs = 10_000

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
const disputes = v.object({ data: v.array(v.object({ status: v.string() })) })

/** Stripe Checkout over `fetch` (docs/decisions/026). */
export function createStripe(env: StripeEnv): PaymentProvider {
  const call = (path: string, init: RequestInit = {}, idempotencyKey?: string) => request(env, path, init, idempotencyKey)
  return {
    name: 'stripe',
    async openCheckout(order) {
      const body = checkoutForm(order)
      const opened = v.parse(
        session,
        (await call('/v1/checkout/sessions', { method: 'POST', body }, `checkout-${order.id}`)).body,
      )
      if (!opened.url) throw unavailable('an open session has no address')
      return { sessionId: opened.id, url: opened.url }
    },
    async fetchPayment(reference) {
      const sessionId = await findSession(call, reference)
      if (sessionId === null) return null
      const found = await call(`/v1/checkout/sessions/${sessionId}?expand[]=payment_intent.latest_charge`)
      return found.status === 404 ? null : toPayment(call, v.parse(session, found.body))
    },
    async refund({ id, intentId, amount }: RefundRequest) {
      if (intentId === null) throw unavailable('a paid order has no payment intent')
      const body = new URLSearchParams({ payment_intent: intentId, amount: String(amount) })
      await call('/v1/refunds', { method: 'POST', body }, `refund-${id}`)
    },
    // Two of them, separated by a space, while a rotation lasts.
    webhookSecrets: async () => env.STRIPE_WEBHOOK_SECRET.split(' ').filter(Boolean),
  }
}

type Call = (path: string, init?: RequestInit, idempotencyKey?: string) => Promise<{ status: number; body: unknown }>

/** One line for the whole order: its total is what our page has shown, to the last minor unit. */
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
    dispute: payment && isDisputed ? await disputeOf(call, payment.id) : 'none',
  }
  const answer = { ...facts, amount: found.amount_total, currency: found.currency }
  return { orderId: found.client_reference_id, sessionId: found.id, intentId: payment?.id ?? null, answer }
}

function statusOf({ status, payment_status: paid }: v.InferOutput<typeof session>, intentStatus = ''): PaymentFacts['status'] {
  if (paid !== 'unpaid') return 'paid'
  if (status === 'expired') return 'expired'
  // A complete session without money waits for a slow method, until that has failed.
  return status === 'complete' && ['requires_payment_method', 'canceled'].includes(intentStatus) ? 'failed' : 'open'
}

/** An inquiry (`warning_…`) takes no money, so it is none. Of several disputes a lost one counts, then an open one. */
async function disputeOf(call: Call, intentId: string): Promise<PaymentFacts['dispute']> {
  const { data } = v.parse(disputes, (await call(`/v1/disputes?payment_intent=${intentId}`)).body)
  const has = (...statuses: string[]) => data.some(({ status }) => statuses.includes(status))
  if (has('lost')) return 'lost'
  if (has('needs_response', 'under_review')) return 'open'
  return has('won') ? 'won' : 'none'
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
  })
  const isUsable = response.ok || (response.status === 404 && (init.method ?? 'GET') === 'GET')
  // The body of a refusal quotes what was sent.
  if (!isUsable) throw unavailable(`status ${response.status}`)
  const body: unknown = await response.json()
  return { status: response.status, body }
}

const unavailable = (reason: string) =>
  new AppError(`Stripe: ${reason}`, { status: 503, code: 'unavailable', cure: 'see the log of requests in the Stripe dashboard' })
