import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { cartLines, carts, orders, payments, promoUses, providerEvents } from '#db/schema.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { SettledOrder, SettlementPlan } from '../settlement.ts'
import {
  isMarkedSql,
  markStatement,
  memberStatements,
  newsOf,
  newsStatements,
  type EventId,
  type OrderRead,
} from '#features/store/orders/server/public.ts'

/** The order in the form that the rules take. */
export const toSettled = ({ order, lines, refund }: OrderRead): SettledOrder => ({
  state: order.state,
  total: order.total,
  currency: order.currency,
  refundDue: refund?.amount ?? null,
  lines,
})

export type Settling = {
  read: OrderRead
  plan: SettlementPlan
  references: { sessionId: string | null; intentId: string | null }
  event: EventId | null
  now: number
}

/** Writes a settlement in one batch. False, with nothing written, if something has changed since the read. */
export async function writeSettlement(db: Database, { read, plan, references, event, now }: Settling): Promise<boolean> {
  const { order } = read
  const settlement = newId()
  const isMarked = isMarkedSql(order.id, settlement)
  const { facts, problem, state } = plan
  const isPaid = state === 'fulfilled' || state === 'disputed' || state === 'refunded'
  const isNew = event
    ? sql`not exists (select 1 from ${providerEvents} where provider = ${event.provider} and id = ${event.id})`
    : sql`1`
  const [marked] = await db.batch([
    markStatement(db, { read, settlement, also: isNew }),
    db.all(sql`
      update ${orders} set state = ${state}, paid_at = coalesce(paid_at, ${isPaid ? now : null}),
        receipt_number = coalesce(receipt_number, ${isPaid ? sql`(select coalesce(max(receipt_number), 0) + 1 from ${orders})` : null})
      where id = ${order.id} and settlement = ${settlement}`),
    db.all(sql`
      update ${payments} set status = ${facts.status}, refunded = ${facts.refunded}, dispute = ${facts.dispute}, disputes = ${facts.disputes}, problem = ${problem},
        session_id = coalesce(${references.sessionId}, session_id), intent_id = coalesce(${references.intentId}, intent_id),
        updated_at = ${now}
      where order_id = ${order.id} and ${isMarked}`),
    db.all(sql`
      update ${promoUses} set released_at = ${plan.holdsPromo ? null : now}
      where order_id = ${order.id} and ${isMarked}`),
    ...memberStatements(db, read, plan, { isMarked, now }),
    ...newsStatements(db, { orderId: order.id, events: newsOf(order, plan), when: isMarked, now }),
    ...(isPaid && order.paidAt === null ? cartStatements(db, read, isMarked) : []),
    ...(event
      ? [
          db.all(sql`
            insert into ${providerEvents} (provider, id, type, order_id, settled_at)
            select ${event.provider}, ${event.id}, ${event.type}, ${order.id}, ${now} where ${isMarked}`),
        ]
      : []),
  ])
  return marked.length > 0
}

/** Empties the cart that was bought; one that has changed since is kept. */
function cartStatements(db: Database, { order }: OrderRead, when: SQL) {
  const isBought = sql`exists (select 1 from ${carts} where member_id = ${order.memberId} and revision = ${order.cartRevision})`
  return [
    db.all(sql`delete from ${cartLines} where member_id = ${order.memberId} and ${isBought} and ${when}`),
    db.all(sql`
      update ${carts} set promo_code = null, revision = revision + 1
      where member_id = ${order.memberId} and revision = ${order.cartRevision} and ${when}`),
  ]
}
