import { and, asc, eq, sql } from 'drizzle-orm'
import type { Currency } from '#shared/currency.ts'
import type { Database } from '#db/database.ts'
import { readBatch } from '#db/read-batch.ts'
import { cartLines, carts, orders, prices, products, promoCodes, promoUses } from '#db/schema.ts'
import type { CartView } from '#features/store/contract.ts'
import type { ProductId } from '#features/store/products.ts'
import { refusePromo, type Promo, type PromoRefusal } from '#features/store/promo.ts'
import { taxRateOf } from '#features/store/tax.ts'
import { linesAtMost, totalsOf, type Totals } from '#features/store/totals.ts'
import type { Buyer } from '#features/store/server/require-buyer.ts'

/** A priced cart. `revision` 0: the member has none. */
export type PricedCart = {
  revision: number
  currency: Currency
  totals: Totals
  promo: Promo | null
  promoCode: string | null
  promoRefusal: PromoRefusal | null
  /** What the products of the lines grant, in the same order. */
  grants: { kind: typeof products.$inferSelect.kind; units: number }[]
}

/** Statements that read a member's cart; `priceCart` takes their rows. */
export function cartStatements(db: Database, memberId: string) {
  const ofMember = eq(carts.memberId, memberId)
  // This very cart's own pending order does not count as a use: placed again, that order continues.
  const isOfAnother = sql`not exists (select 1 from ${orders} o where o.id = ${promoUses.orderId} and o.state = 'pending'
    and o.member_id = ${carts.memberId} and o.cart_revision = ${carts.revision})`
  return {
    cart: db.select().from(carts).where(ofMember),
    lines: db
      .select({
        product: products.id,
        quantity: cartLines.quantity,
        currency: prices.currency,
        unitPrice: prices.amount,
        kind: products.kind,
        units: products.units,
      })
      .from(cartLines)
      .innerJoin(products, and(eq(products.id, cartLines.productId), eq(products.onSale, true)))
      .innerJoin(prices, eq(prices.productId, products.id))
      .where(eq(cartLines.memberId, memberId))
      .orderBy(asc(products.position)),
    promo: db
      .select({ code: promoCodes })
      .from(carts)
      .innerJoin(promoCodes, eq(promoCodes.code, carts.promoCode))
      .where(ofMember),
    uses: db
      .select({ memberId: promoUses.memberId, count: sql<number>`count(*)` })
      .from(carts)
      .innerJoin(promoUses, eq(promoUses.code, carts.promoCode))
      .where(and(ofMember, sql`${promoUses.releasedAt} is null`, isOfAnother))
      .groupBy(promoUses.memberId),
  }
}

type Asked = ReturnType<typeof cartStatements>
export type CartRows = { [Name in keyof Asked]: Asked[Name]['_']['result'] }

/** Reads a member's cart and prices it, in one batch. */
export async function readCart(db: Database, buyer: Buyer): Promise<PricedCart> {
  return priceCart(await readBatch(db, cartStatements(db, buyer.memberId)), buyer)
}

/** Prices a cart for its buyer now. */
export function priceCart({ cart, lines, promo, uses }: CartRows, { memberId, fallback, country, now }: Buyer): PricedCart {
  const currency = cart[0]?.currency ?? fallback
  const priced = lines.filter((line) => line.currency === currency)
  const code = toPromo(promo[0]?.code)
  const counted = {
    all: uses.reduce((sum, { count }) => sum + count, 0),
    byMember: uses.find((use) => use.memberId === memberId)?.count ?? 0,
  }
  const promoCode = cart[0]?.promoCode ?? null
  const promoRefusal = promoCode === null ? null : refusePromo(code, counted, currency, now)
  const usable = promoCode !== null && promoRefusal === null ? code : null
  return {
    revision: cart[0]?.revision ?? 0,
    currency,
    totals: totalsOf(
      priced.map(({ product, quantity, unitPrice }) => ({ product, quantity, unitPrice })),
      usable,
      currency,
      taxRateOf(country),
    ),
    promo: usable,
    promoCode,
    promoRefusal,
    grants: priced.map(({ kind, units }) => ({ kind, units })),
  }
}

/** A priced cart for its page: without the operator's note about the code. */
export function toCartView({ revision, totals, currency, promoCode, promoRefusal }: PricedCart): CartView {
  return { revision, totals, currency, promoCode, promoRefusal }
}

function toPromo(row: typeof promoCodes.$inferSelect | undefined): Promo | null {
  if (!row) return null
  const { code, percent, amounts, usesAtMost, perMemberAtMost, startsAt, endsAt } = row
  return {
    code,
    reduction: percent === null ? { amounts: amounts ?? {} } : { percent },
    usesAtMost,
    perMemberAtMost,
    startsAt,
    endsAt,
  }
}

/** Every change creates a new revision, so that an order can only be placed for the cart that was shown. */
const touch = (db: Database, memberId: string, now: number, set: { currency?: Currency; promoCode?: string | null } = {}) =>
  db
    .insert(carts)
    .values({ memberId, updatedAt: now, ...set })
    .onConflictDoUpdate({ target: carts.memberId, set: { ...set, updatedAt: now, revision: sql`${carts.revision} + 1` } })

type LineChange = { memberId: string; product: ProductId; quantity: number; now: number }

/** Sets the quantity of a product; 0 removes it. A cart has at most `linesAtMost` products. */
export async function saveLine(db: Database, { memberId, product, quantity, now }: LineChange): Promise<void> {
  const change =
    quantity === 0
      ? db.delete(cartLines).where(and(eq(cartLines.memberId, memberId), eq(cartLines.productId, product)))
      : db.all(sql`
          insert into ${cartLines} (member_id, product_id, quantity, added_at)
          select ${memberId}, id, ${quantity}, ${now} from ${products} where id = ${product} and on_sale
            and (select count(*) from ${cartLines} where member_id = ${memberId} and product_id <> ${product}) < ${linesAtMost}
          on conflict (member_id, product_id) do update set quantity = excluded.quantity`)
  await db.batch([touch(db, memberId, now), change])
}

export async function savePromo(db: Database, memberId: string, promoCode: string | null, now: number): Promise<void> {
  await touch(db, memberId, now, { promoCode })
}

export async function saveCurrency(db: Database, memberId: string, currency: Currency, now: number): Promise<void> {
  await touch(db, memberId, now, { currency })
}
