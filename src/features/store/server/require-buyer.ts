import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext } from '#server/context.ts'
import { countryOf } from '#server/country.ts'
import type { Currency } from '#shared/currency.ts'
import { notFound } from '#shared/errors.ts'
import { currencyFor } from '../money.ts'
import { findProvider } from './payment/choose.ts'
import type { PaymentProvider } from './payment/provider.ts'
import { requireWithinLimit } from '#server/limits/attempts.ts'

/** The cart's owner, and the facts for its prices: `fallback` is the currency if the member has chosen none. */
export type Buyer = { memberId: string; fallback: Currency; country: string | null; now: number }

/** Members with an unfinished questionnaire or a restriction cannot buy anything. */
export async function requireBuyer(c: AppContext) {
  const member = await requireMember(c)
  if (member.state !== 'complete' && member.state !== 'paused') throw notFound()
  requireProvider(c)
  return member
}

/** Each checkout is a call to the payment provider, so checkouts are limited. */
export async function requireCheckout(c: AppContext) {
  const member = await requireBuyer(c)
  await requireWithinLimit(c, 'checkouts', `checkout:${member.id}`, member.id)
  return member
}

/** Without a payment provider, the store is closed. */
export function requireProvider(c: AppContext): PaymentProvider {
  const provider = findProvider(c.env, c.req.url)
  if (!provider) throw notFound()
  return provider
}

export async function buyerOf(c: AppContext): Promise<Buyer> {
  const { id } = await requireBuyer(c)
  const country = countryOf(c)
  return { memberId: id, country, fallback: currencyFor(country, c.get('locale').code), now: c.get('now') }
}
