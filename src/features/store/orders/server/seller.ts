import { operatorOf } from '#features/legal/server/public.ts'
import type { Seller } from '#features/store/order-view.ts'
import type { Env } from '#server/env.ts'

type SellerEnv = Parameters<typeof operatorOf>[0] & Pick<Env, 'OPERATOR_TAX_NUMBER'>

/** The operator as named in receipts: the same as in the legal texts, with the tax number. */
export function sellerOf(env: SellerEnv): Seller {
  const { name, contactEmail, legal } = operatorOf(env)
  return {
    name: legal?.name ?? name,
    address: legal?.address ?? null,
    register: legal?.register ?? null,
    taxNumber: env.OPERATOR_TAX_NUMBER?.trim() || null,
    contactEmail,
  }
}
