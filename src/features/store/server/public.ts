import type { Env } from '#server/env.ts'
import { findProvider } from './payment/choose.ts'
import type { PaymentProvider } from './payment/provider.ts'

export { currencyFor } from '../money.ts'
export { orderStates } from '../order-state.ts'
export { normalizeCode, type Promo } from '../promo.ts'
export { findProvider } from './payment/choose.ts'
export type { PaymentProvider } from './payment/provider.ts'
export { buyerOf, requireCheckout, requireProvider } from './require-buyer.ts'

/** The payment provider's name; null without one, because then the store is closed. */
export const providerName = (env: Env, requestUrl: string): PaymentProvider['name'] | null =>
  findProvider(env, requestUrl)?.name ?? null

/** The origin to which a form without a script redirects to pay: browsers also apply the page's policy to redirects. */
export const paymentOrigin = ({ STRIPE_SECRET_KEY }: Pick<Env, 'STRIPE_SECRET_KEY'>): string | undefined =>
  STRIPE_SECRET_KEY ? 'https://checkout.stripe.com' : undefined
