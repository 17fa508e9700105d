import type { Currency } from '#shared/currency.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { ListedPayment, PaymentAnswer } from '#features/store/payment-facts.ts'

/**
 * What a provider is asked to collect. Its id is the idempotency key: a repeat gets the same checkout, also with another address
 * or in another language.
 */
export type CheckoutOrder = {
  id: string
  placedAt: number
  total: number
  currency: Currency
  locale: LocaleCode
  email: string
  /** Addresses to come back to. */
  successUrl: string
  cancelUrl: string
}

export type Checkout = { sessionId: string; url: string }

/** Ids by which a provider knows a payment; events name one or the other. */
export type PaymentReference = { sessionId: string } | { intentId: string }

/** A provider's own answer about a payment, fetched now. `orderId` is ours, as it was given at the checkout. */
export type FetchedPayment = { orderId: string; sessionId: string; intentId: string | null; answer: PaymentAnswer }

/** An event whose signature is right. It says which payment to look at, and nothing else of it is believed. */
export type ProviderEvent = { id: string; type: string; about: PaymentReference }

/** `id` is the idempotency key: a repeat pays nothing back twice. */
export type RefundRequest = { id: string; sessionId: string; intentId: string | null; amount: number }

/** A part of the payments that were opened from `from` to before `to` (ms). `cursor`: null at the beginning. */
export type PaymentRange = { from: number; to: number; cursor: string | null }

/** Where payments are made: Stripe, or the sandbox of local environments. Methods throw where it does not answer. */
export type PaymentProvider = {
  name: 'stripe' | 'sandbox'
  openCheckout(order: CheckoutOrder, now: number): Promise<Checkout>
  /** Null where the provider does not know it, or where it is not of our orders. */
  fetchPayment(reference: PaymentReference): Promise<FetchedPayment | null>
  /** Payments of our orders, in the provider's own order; `next` is null after the last part. */
  listPayments(range: PaymentRange): Promise<{ payments: ListedPayment[]; next: string | null }>
  refund(request: RefundRequest): Promise<void>
  /** Secrets that sign its events; the second one while a rotation lasts. */
  webhookSecrets(): Promise<readonly string[]>
}
