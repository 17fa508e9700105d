import type { Currency } from '#shared/currency.ts'
import { asciiDigits } from '#shared/i18n/digits.ts'
import { toLatin } from '#shared/text/lookalikes.ts'

/**
 * A promo code. `percent`: 1 to 100 of every line. `amounts`: deducted from the whole cart, in minor units; a currency without
 * one gets no discount. A use is counted when an order is placed, and released when it fails or expires.
 */
export type Promo = {
  code: string
  reduction: { percent: number } | { amounts: Partial<Record<Currency, number>> }
  /** How many orders may use it in total; null without a limit, 1 for a single-use code. */
  usesAtMost: number | null
  /** How many orders of one member may use it; null without a limit. */
  perMemberAtMost: number | null
  /** Valid from the first time until just before the second, in ms; null without a limit. */
  startsAt: number | null
  endsAt: number | null
}

/** Orders that count as uses of the code: placed, and neither failed nor expired. */
export type PromoUses = { all: number; byMember: number }

export type PromoRefusal =
  | 'promo-unknown'
  | 'promo-not-yet'
  | 'promo-over'
  | 'promo-used'
  | 'promo-used-by-you'
  | 'promo-currency'

/** Returns why a code cannot be used now, or null. The statement that places the order checks the count again. */
export function refusePromo(promo: Promo | null, uses: PromoUses, currency: Currency, now: number): PromoRefusal | null {
  if (!promo) return 'promo-unknown'
  if (promo.startsAt !== null && now < promo.startsAt) return 'promo-not-yet'
  if (promo.endsAt !== null && now >= promo.endsAt) return 'promo-over'
  if (promo.perMemberAtMost !== null && uses.byMember >= promo.perMemberAtMost) return 'promo-used-by-you'
  if (promo.usesAtMost !== null && uses.all >= promo.usesAtMost) return 'promo-used'
  if ('amounts' in promo.reduction && promo.reduction.amounts[currency] === undefined) return 'promo-currency'
  return null
}

/** Accents, punctuation around a code and in it, and what is invisible. */
const ignored = /[\s\p{M}\p{Pd}\u2212\p{Cf}\p{Default_Ignorable_Code_Point}\p{Quotation_Mark}.,:;!_]/gu

/**
 * Returns a code as it is stored, in A to Z and digits: people type it with spaces, with hyphens and in any case, on keyboards
 * with other digits, a dotted İ or a lookalike of a Latin character.
 */
export function normalizeCode(typed: string): string {
  const signs = asciiDigits(typed).normalize('NFKD').replaceAll(ignored, '')
  return toLatin(signs.toLowerCase()).toUpperCase()
}
