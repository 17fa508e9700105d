import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { orderLines, orders, payments, promoCodes, promoUses } from '#db/schema.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { PricedCart } from '#features/store/cart/server/public.ts'

export type NewOrder = {
  id: string
  memberId: string
  key: string
  cart: PricedCart
  /** SQL: what was priced has not changed. */
  isSame: SQL
  /** The conversation that gets a gift bought by itself. */
  giftConversationId: string | null
  country: string | null
  locale: string
  provider: 'stripe' | 'sandbox' | 'none'
  now: number
}

/** The order with a given key. */
export type PlacedOrder = Pick<typeof orders.$inferSelect, 'id' | 'state' | 'cartRevision' | 'total' | 'currency' | 'placedAt'>

export function findByKey(db: Database, memberId: string, key: string) {
  return db
    .select({
      id: orders.id,
      state: orders.state,
      cartRevision: orders.cartRevision,
      total: orders.total,
      currency: orders.currency,
      placedAt: orders.placedAt,
    })
    .from(orders)
    .where(and(eq(orders.memberId, memberId), eq(orders.idempotencyKey, key)))
}

/**
 * Places an order, in one batch: only for what was priced (`isSame`), and only while its promo code has a use left, which is
 * counted here. Everything else depends on the order's row. Returns the order that has the key now, or null if the cart or the
 * code has changed.
 */
export async function insertOrder(db: Database, order: NewOrder): Promise<PlacedOrder | null> {
  const { id, memberId, key, cart, isSame, giftConversationId, country, locale, provider, now } = order
  const { totals, promo, grants } = cart
  const isPlaced = sql`exists (select 1 from ${orders} where id = ${id})`
  const lines = totals.lines.map((line, position) => {
    const { kind = '', units = 0 } = grants[position] ?? {}
    return { ...line, id: newId(), position, kind, units: units * line.quantity }
  })
  const [, , , , found] = await db.batch([
    db.all(sql`
      insert into ${orders} (id, member_id, state, idempotency_key, cart_revision, currency, country, locale, gross, discount, total,
        tax_rate, net, tax, promo_code, gift_conversation_id, placed_at)
      select ${id}, ${memberId}, 'pending', ${key}, ${cart.revision}, ${totals.currency}, ${country}, ${locale}, ${totals.gross},
        ${totals.discount}, ${totals.total}, ${totals.taxRate}, ${totals.net}, ${totals.tax}, ${promo?.code ?? null}, ${giftConversationId}, ${now}
      where ${isSame} and ${hasUseLeft(order)}
      on conflict do nothing`),
    db.all(sql`
      insert into ${orderLines} (id, order_id, position, product_id, kind, units, quantity, unit_price, gross, discount, paid)
      select value ->> 'id', ${id}, value ->> 'position', value ->> 'product', value ->> 'kind', value ->> 'units', value ->> 'quantity',
        value ->> 'unitPrice', value ->> 'gross', value ->> 'discount', value ->> 'paid'
      from json_each(${JSON.stringify(lines)}) where ${isPlaced}`),
    db.all(sql`
      insert into ${promoUses} (order_id, code, member_id, used_at)
      select ${id}, promo_code, ${memberId}, ${now} from ${orders} where id = ${id} and promo_code is not null`),
    db.all(
      sql`insert into ${payments} (order_id, provider, status, updated_at) select ${id}, ${provider}, 'open', ${now} where ${isPlaced}`,
    ),
    findByKey(db, memberId, key),
  ])
  return found[0] ?? null
}

/** The code's own limits and period, read by the statement that uses it. */
function hasUseLeft({ cart: { promo }, memberId, now }: NewOrder) {
  if (!promo) return sql`1`
  const used = sql`from ${promoUses} u where u.code = p.code and u.released_at is null`
  return sql`exists (select 1 from ${promoCodes} p where p.code = ${promo.code}
    and (p.starts_at is null or p.starts_at <= ${now}) and (p.ends_at is null or p.ends_at > ${now})
    and (p.uses_at_most is null or (select count(*) ${used}) < p.uses_at_most)
    and (p.per_member_at_most is null or (select count(*) ${used} and u.member_id = ${memberId}) < p.per_member_at_most))`
}

/** Stores the provider's id of the checkout. A repeat has the same id. */
export async function saveSession(db: Database, orderId: string, sessionId: string, now: number): Promise<void> {
  await db.update(payments).set({ sessionId, updatedAt: now }).where(eq(payments.orderId, orderId))
}
