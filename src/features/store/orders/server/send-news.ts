import { openDatabase } from '#db/database.ts'
import { queueEmail } from '#features/mail/server/public.ts'
import { notifyMember } from '#features/member-hub/server/public.ts'
import { isEmailed } from '../order-news.ts'
import type { AppContext } from '#server/context.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { warn } from '#server/log.ts'
import { publicOrigin } from '#server/origin.ts'
import { claimNews, markSent, type ClaimedNews } from './news-queries.ts'
import { orderEmails } from './order-emails.ts'

/** `origin`: for the links in emails. */
type Sending = { origin: string; orderId: string | null; now: number }

/**
 * Notifies members of changes of one order, or (cron) of any, and emails them about payments and refunds. What fails is left to
 * the cron. The notification has the news' own id, so that a repeat is dropped.
 */
export async function sendNews(env: Env, { origin, orderId, now }: Sending): Promise<Finished> {
  const db = openDatabase(env.DB)
  return finishEach('order-news', await claimNews(db, orderId, now), async (news) => {
    await send(env, origin, news, now)
    await markSent(db, news, now)
  })
}

/** Without its member, an order has no reader. */
async function send(
  env: Env,
  origin: string,
  { orderId: order, event, memberId, products }: ClaimedNews,
  now: number,
): Promise<void> {
  if (memberId === null) return
  if (isEmailed(event)) {
    const facts = { order, token: newId() }
    await queueEmail(env, orderEmails[event], { origin, to: { kind: 'member', id: memberId }, facts }, now)
  }
  const notice = { id: `order:${order}:${event}`, kind: 'order', order, event, products } as const
  const isStored = await notifyMember(env, memberId, notice)
  if (!isStored) throw new Error('the hub is away')
}

/** Sends after the response, so that the caller neither waits nor fails. */
export function sendNewsLater(c: AppContext, orderId: string): void {
  const sent = sendNews(c.env, { origin: publicOrigin(c.env, c.req.url), orderId, now: c.get('now') })
  c.executionCtx.waitUntil(sent.catch((error: unknown) => warn('order-news', error)))
}
