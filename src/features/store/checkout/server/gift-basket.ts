import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Currency } from '#shared/currency.ts'
import type { Database } from '#db/database.ts'
import { carts, prices, products } from '#db/schema.ts'
import type { GiftKind } from '#shared/realtime/gift-kind.ts'
import { AppError } from '#shared/errors.ts'
import { taxRateOf } from '#features/store/tax.ts'
import { totalsOf } from '#features/store/totals.ts'
import type { Buyer } from '#features/store/server/require-buyer.ts'
import type { Basket } from './start-checkout.ts'

/** A gift to buy: one unit of it, for this conversation. */
export type GiftOrder = { gift: GiftKind; conversation: string; currency: Currency }

/** A basket of one gift: the member's cart does not change. No cart has the revision 0, so the payment empties none. */
export async function giftBasket(db: Database, { country }: Buyer, { gift, conversation, currency }: GiftOrder): Promise<Basket> {
  const [found] = await db
    .select({ kind: products.kind, units: products.units, amount: prices.amount })
    .from(products)
    .innerJoin(prices, and(eq(prices.productId, products.id), eq(prices.currency, currency)))
    .where(and(eq(products.id, gift), eq(products.onSale, true)))
  if (!found) throw new AppError('The gift is not on sale', { status: 409, code: 'stale' })
  const { kind, units, amount } = found
  const totals = totalsOf([{ product: gift, quantity: 1, unitPrice: amount }], null, currency, taxRateOf(country))
  const isSame = sql`exists (select 1 from ${prices} where product_id = ${gift} and currency = ${currency} and amount = ${amount})`
  return {
    cart: { revision: 0, currency, totals, promo: null, promoCode: null, promoRefusal: null, grants: [{ kind, units }] },
    isSame,
    giftConversationId: conversation,
  }
}

/** Prices of these products in every currency, with the currency that the member has chosen. */
export function pricesStatement(db: Database, memberId: string, kinds: readonly GiftKind[]) {
  return db
    .select({
      product: products.id,
      currency: prices.currency,
      amount: prices.amount,
      // A batch's rows are keyed by column name, and there is already a `currency`.
      chosen: sql<Currency | null>`${carts.currency}`.as('chosen'),
    })
    .from(products)
    .innerJoin(prices, eq(prices.productId, products.id))
    .leftJoin(carts, eq(carts.memberId, memberId))
    .where(and(inArray(products.id, [...kinds]), eq(products.onSale, true)))
}
