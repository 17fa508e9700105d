import { eq } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { carts, orders } from '#db/schema.ts'
import { showCart } from '#features/member-hub/server/public.ts'
import type { AppContext } from '#server/context.ts'
import type { Env } from '#server/env.ts'
import { sendNewsLater } from './send-news.ts'

/** Reports a change to the member's devices and by email, after the response. */
export function reportLater(c: AppContext, orderId: string): void {
  c.executionCtx.waitUntil(showOrder(c.env, orderId))
  sendNewsLater(c, orderId)
}

/** Notifies the pages of an order's member that the order has changed, and the cart with it. */
async function showOrder(env: Pick<Env, 'DB' | 'MEMBER_HUB'>, orderId: string): Promise<void> {
  const [found] = await openDatabase(env.DB)
    .select({ memberId: carts.memberId, revision: carts.revision })
    .from(orders)
    .innerJoin(carts, eq(carts.memberId, orders.memberId))
    .where(eq(orders.id, orderId))
  if (found) await showCart(env, found.memberId, found.revision)
}
