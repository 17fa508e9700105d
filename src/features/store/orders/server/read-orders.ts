import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { orderLines, orders, payments, refunds } from '#db/schema.ts'
import {
  statusOf,
  withdrawalMs,
  type OrderLineView,
  type OrdersProps,
  type OrderView,
  type Seller,
} from '#features/store/order-view.ts'
import type { Rows } from '#server/pages/load.ts'

const pageSize = 20

/** A row if one of the member's orders was paid within the time for a withdrawal, and nothing of it was returned. */
export function recentlyPaidStatement(db: Database, memberId: string, now: number) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.memberId, memberId),
        eq(orders.state, 'fulfilled'),
        gt(orders.paidAt, now - withdrawalMs),
        sql`not exists (select 1 from ${refunds} r where r.order_id = ${orders.id})`,
      ),
    )
    .limit(1)
}

type Cursor = { placedAt: number; id: string }

/** Parses `placedAt.id` from a URL; null for the first page, and for anything else. */
export function readOrdersCursor(text: string | null): Cursor | null {
  const [, placedAt, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '') ?? []
  return placedAt !== undefined && id !== undefined ? { placedAt: Number(placedAt), id } : null
}

const formatCursor = ({ placedAt, id }: Cursor) => `${placedAt}.${id}`

/** A member's orders, newest first, each with its products in their order. */
export function ordersStatement(db: Database, memberId: string, cursor: Cursor | null) {
  const { id, state, currency, total, placedAt } = orders
  return db
    .select({
      id,
      state,
      currency,
      total,
      placedAt,
      dispute: payments.dispute,
      hasRefund: sql<number>`exists (select 1 from ${refunds} where ${refunds.orderId} = ${orders.id})`,
      products: sql<string>`(select json_group_array(product_id) from
        (select product_id from ${orderLines} where ${orderLines.orderId} = ${orders.id} order by position))`,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(
      and(eq(orders.memberId, memberId), cursor ? sql`(${placedAt}, ${id}) < (${cursor.placedAt}, ${cursor.id})` : undefined),
    )
    .orderBy(desc(placedAt), desc(id))
    .limit(pageSize + 1)
}

type OrdersRows = ReturnType<typeof ordersStatement>['_']['result']

export function toOrders(rows: OrdersRows, cursor: Cursor | null): OrdersProps {
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    orders: shown.map(({ id, state, currency, total, placedAt, dispute, hasRefund, products }) => ({
      id,
      currency,
      total,
      placedAt,
      status: statusOf({ state, hasRefund: hasRefund === 1, isReturned: dispute === 'lost' }),
      products: toIds(JSON.parse(products)),
    })),
    next: last ? formatCursor(last) : null,
    isPaged: cursor !== null,
  }
}

const toIds = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Everything about one order: for its member, or with null for an email about it; the same statements in both cases. */
export function orderStatements(db: Database, id: string, memberId: string | null) {
  return [
    db
      .select()
      .from(orders)
      .where(and(eq(orders.id, id), memberId === null ? undefined : eq(orders.memberId, memberId))),
    db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.position)),
    db.select().from(payments).where(eq(payments.orderId, id)),
    db.select().from(refunds).where(eq(refunds.orderId, id)),
  ] as const
}

export type StoredOrder = Rows<ReturnType<typeof orderStatements>>

/** Returns null if this member has no such order. */
export function toOrderView([[order], lines, [payment], [refund]]: Readonly<StoredOrder>, seller: Seller): OrderView | null {
  if (!order || !payment) return null
  const isReturned = order.state === 'refunded' && payment.dispute === 'lost'
  // A refund that we have no row of was made at the provider.
  const amount = refund?.amount ?? (isReturned ? order.total : payment.refunded)
  const { id, state, currency, placedAt, paidAt, receiptNumber, gross, discount, total, taxRate, net, tax, promoCode } = order
  return {
    id,
    state,
    currency,
    placedAt,
    paidAt,
    receiptNumber,
    lines: lines.map(toLine),
    gross,
    discount,
    total,
    taxRate,
    net,
    tax,
    promoCode,
    refund: amount > 0 ? { amount, at: refund?.createdAt ?? payment.updatedAt } : null,
    isReturned,
    seller,
  }
}

function toLine({ id, productId, kind, quantity, unitPrice, gross, paid }: typeof orderLines.$inferSelect): OrderLineView {
  return { id, product: productId, kind, quantity, unitPrice, gross, paid }
}
