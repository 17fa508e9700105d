import { and, asc, eq, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { isInOwnStateSql } from '#db/predicates/own-state.ts'
import { entitlements, gifts } from '#db/schema.ts'
import { talksOf } from '#features/chat/server/public.ts'
import { appendStatement, isLedgerSql, type DecidedEntries } from '#features/entitlements/server/public.ts'
import type { GiftKind } from '#shared/realtime/gift-kind.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'

/** A gift to send: `id` is the cause in the ledger's entry and the `cid` of the message. */
export type NewGift = { id: string; fromId: string; conversationId: string; kind: GiftKind }
export type GiftRow = typeof gifts.$inferSelect

export function giftStatement(db: Database, id: string) {
  return db.select().from(gifts).where(eq(gifts.id, id))
}

/**
 * SQL of the other member of an open conversation to which a gift may be sent. Neither of the two may be paused, restricted or
 * gone, or have blocked the other. Otherwise null.
 */
const receiverSql = (fromId: string, conversation: string): SQL<string | null> => sql<string | null>`(
  select talk.other from ${talksOf(fromId, conversation)}
  inner join members them on them.id = talk.other inner join members me on me.id = ${fromId}
  where talk.stage = 'open' and them.state = 'complete' and ${isInOwnStateSql(['complete'], 'me')}
    and ${notBlockedSql(sql`${fromId}`, sql`them.id`)})`

/** One row: the member who would receive it, or null if none may be sent. */
export function receiverStatement(db: Database, { fromId, conversationId }: Pick<NewGift, 'fromId' | 'conversationId'>) {
  return db.all<{ toId: string | null }>(sql`select ${receiverSql(fromId, conversationId)} as toId`)
}

const hasEntrySql = (sourceKind: 'use' | 'return', { id, kind }: { id: string; kind: string }) =>
  sql`exists (select 1 from ${entitlements} where source_kind = ${sourceKind} and source_id = ${id} and kind = ${kind})`

/**
 * Takes the unit and writes the gift, in one batch: only if the ledger is still the one that was read and the two may still talk.
 * Otherwise false, with nothing written.
 */
export async function insertGift(db: Database, gift: NewGift, used: DecidedEntries, now: number): Promise<boolean> {
  const { id, fromId, conversationId, kind } = gift
  const receiver = receiverSql(fromId, conversationId)
  const [written] = await db.batch([
    appendStatement(db, used, sql`${isLedgerSql(fromId, used.seen)} and ${receiver} is not null`),
    db.all(sql`
      insert into ${gifts} (id, from_id, to_id, conversation_id, kind, sent_at)
      select ${id}, ${fromId}, ${receiver}, ${conversationId}, ${kind}, ${now} where ${hasEntrySql('use', gift)}
      on conflict do nothing`),
  ])
  return written.length > 0
}

export async function setDelivered(db: Database, id: string, now: number): Promise<void> {
  await db
    .update(gifts)
    .set({ deliveredAt: now })
    .where(and(eq(gifts.id, id), isNull(gifts.deliveredAt)))
}

/** Returns the unit and records that with the gift, in one batch, under the ledger's guard. False if the ledger has changed. */
export async function insertReturn(db: Database, gift: GiftRow, returned: DecidedEntries, now: number): Promise<boolean> {
  const isOpen = sql`exists (select 1 from ${gifts} where id = ${gift.id} and delivered_at is null and returned_at is null)`
  const [written] = await db.batch([
    appendStatement(db, returned, sql`${isLedgerSql(gift.fromId, returned.seen)} and ${isOpen}`),
    db.all(sql`update ${gifts} set returned_at = ${now} where id = ${gift.id} and ${hasEntrySql('return', gift)}`),
  ])
  return written.length > 0
}

const mostGifts = 50
/** Before this time, the sender's own request may still be at work on it. */
const settleAfterMs = 10_000

/** Gifts whose message is not confirmed to be in its conversation. */
export function undeliveredStatement(db: Database, now: number) {
  return (
    db
      .select()
      .from(gifts)
      // Literals, not parameters, because the index of these gifts is a partial one.
      .where(and(sql`${gifts.deliveredAt} is null and ${gifts.returnedAt} is null`, lt(gifts.sentAt, now - settleAfterMs)))
      .orderBy(asc(gifts.sentAt))
      .limit(mostGifts)
  )
}
