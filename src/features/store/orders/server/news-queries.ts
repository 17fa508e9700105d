import * as v from 'valibot'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { orderLines, orderNews, orders } from '#db/schema.ts'
import type { EmailedEvent } from '../order-news.ts'
import type { OrderEvent } from '#shared/realtime/order-event.ts'
import type { OrderedProduct } from '#shared/text/product-name.ts'

type News = { orderId: string; events: readonly OrderEvent[]; when: SQL; now: number }

/** For the batch that changes an order. Existing news are not written again. */
export function newsStatements(db: Database, { orderId, events, when, now }: News) {
  if (events.length === 0) return []
  return [
    db.all(sql`
      insert into ${orderNews} (order_id, event, created_at)
      select ${orderId}, value, ${now} from json_each(${JSON.stringify(events)}) where ${when}
      on conflict do nothing`),
  ]
}

/** Maximum number of news that one run of the cron sends. */
const mostNews = 50
/** Longer than sending takes. */
const claimMs = 60_000

export type ClaimedNews = {
  orderId: string
  event: OrderEvent
  memberId: string | null
  products: readonly OrderedProduct[]
}

/** Claims unsent news of one order or of all: for a minute, no other worker gets them. */
export async function claimNews(db: Database, orderId: string | null, now: number): Promise<ClaimedNews[]> {
  const claimed = await db.all<Omit<ClaimedNews, 'products'> & { products: string }>(sql`
    update ${orderNews} set claimed_until = ${now + claimMs}
    where (order_id, event) in (
      select order_id, event from ${orderNews}
      where sent_at is null and created_at <= ${now} and claimed_until <= ${now} and ${orderId === null ? sql`1` : sql`order_id = ${orderId}`}
      order by created_at limit ${mostNews})
    returning order_id as "orderId", event,
      (select member_id from ${orders} where id = ${orderNews}.order_id) as "memberId",
      (select json_group_array(json_object('product', product_id, 'quantity', quantity) order by position)
        from ${orderLines} where order_id = ${orderNews}.order_id) as "products"`)
  return claimed.map(({ products, ...news }) => ({ ...news, products: v.parse(productList, products) }))
}

const productList = v.pipe(v.string(), v.parseJson(), v.array(v.object({ product: v.string(), quantity: v.number() })))

export async function markSent(db: Database, { orderId, event }: Pick<ClaimedNews, 'orderId' | 'event'>, now: number) {
  await db
    .update(orderNews)
    .set({ sentAt: now })
    .where(and(eq(orderNews.orderId, orderId), eq(orderNews.event, event)))
}

export type EmailClaim = { order: string; event: EmailedEvent; token: string }

/**
 * Returns whether the email with this token is the one to send. The first one claims the news permanently, and its retries get
 * the same answer; an email that a crash has put into the queue twice does not.
 */
export async function claimEmail(db: Database, { order, event, token }: EmailClaim): Promise<boolean> {
  const [row] = await db
    .update(orderNews)
    .set({ emailToken: sql`coalesce(${orderNews.emailToken}, ${token})` })
    .where(and(eq(orderNews.orderId, order), eq(orderNews.event, event)))
    .returning({ token: orderNews.emailToken })
  return row?.token === token
}
