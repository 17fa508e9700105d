import type { Env } from '#server/env.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandbox } from './sandbox.ts'
import { createStripe } from './stripe.ts'

/** Returns Stripe if it has keys, the sandbox in local environments, and otherwise null: the store is not open yet. */
export function findProvider(env: Env, requestUrl: string): PaymentProvider | null {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API, ENVIRONMENT } = env
  if (STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET)
    return createStripe({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, ...(STRIPE_API ? { STRIPE_API } : {}) })
  return ENVIRONMENT === 'local' ? createSandbox(env, requestUrl) : null
}
