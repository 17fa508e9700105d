import type { Currency } from '#shared/currency.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { ListedPayment, PaymentAnswer } from '#features/store/payment-facts.ts'

/**
 * What a provider is asked to collect. Its id is the idempotency key: a repeat gets the same checkout, even with another URL or
 * in another language.
 */
export type CheckoutOrder = {
  id: string
  placedAt: number
  total: number
  currency: Currency
  locale: LocaleCode
  email: string
  /** URLs to which the payer returns. */
  successUrl: string
  cancelUrl: string
}

export type Checkout = { sessionId: string; url: string }

/** Ids by which a provider knows a payment; events name one or the other. */
export type PaymentReference = { sessionId: string } | { intentId: string }

/** A provider's own answer about a payment, fetched now. `orderId` is ours, as passed to the checkout. */
export type FetchedPayment = { orderId: string; sessionId: string; intentId: string | null; answer: PaymentAnswer }

/** An event with a valid signature. It names the payment to fetch; nothing else in it is trusted. */
export type ProviderEvent = { id: string; type: string; about: PaymentReference }

/** `id` is the idempotency key: a repeat refunds nothing twice. */
export type RefundRequest = { id: string; sessionId: string; intentId: string | null; amount: number }

/** A page of the payments opened from `from` until before `to` (ms). `cursor`: null for the first page. */
export type PaymentRange = { from: number; to: number; cursor: string | null }

/** A payment provider: Stripe, or the sandbox of local environments. Methods throw if it does not answer. */
export type PaymentProvider = {
  name: 'stripe' | 'sandbox'
  openCheckout(order: CheckoutOrder, now: number): Promise<Checkout>
  /** Ends an open checkout; one that was paid, or has ended, stays as it is. */
  closeCheckout(sessionId: string): Promise<void>
  /** Null if the provider does not know it, or if it does not belong to our orders. */
  fetchPayment(reference: PaymentReference): Promise<FetchedPayment | null>
  /** Payments of our orders, in the provider's own order; `next` is null on the last page. */
  listPayments(range: PaymentRange): Promise<{ payments: ListedPayment[]; next: string | null }>
  refund(request: RefundRequest): Promise<void>
  /** Secrets that sign its events; two during a rotation. */
  webhookSecrets(): Promise<readonly string[]>
}
