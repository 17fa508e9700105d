import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import type { Entry } from '#features/entitlements/contract.ts'
import { ledgerStatement } from '#features/entitlements/server/public.ts'
import { manyLikesStatement } from '#features/likes/server/public.ts'
import type { OrderProps, Seller } from '#features/store/order-view.ts'
import { withdrawalOf } from '../withdrawal.ts'
import { orderStatements, toOrderView, type StoredOrder } from '#features/store/orders/server/public.ts'
import { toRefundable } from './refund.ts'

/** For an order's page: with what its member has left, and has used. */
export function orderPageStatements(db: Database, id: string, memberId: string) {
  return [...orderStatements(db, id, memberId), ledgerStatement(db, memberId), manyLikesStatement(db, sql`${memberId}`)] as const
}

type PageRows = readonly [...StoredOrder, readonly Entry[], readonly { since: number }[]]

/** Null for another member's order. The withdrawal is computed as its confirmation will compute it. */
export function toOrderProps(
  [found, lines, paid, refunded, ledger, manyLikes]: PageRows,
  seller: Seller,
  now: number,
): OrderProps | null {
  const view = toOrderView([found, lines, paid, refunded], seller)
  const [[order], [payment], [refund = null]] = [found, paid, refunded]
  if (!view || !order || !payment) return null
  const refundable = toRefundable({ order, lines, payment, refund, manyLikes })
  return { order: view, withdrawal: withdrawalOf(refundable, ledger, now) }
}
