import type { Database } from '#db/database.ts'
import { openDatabase } from '#db/database.ts'
import { readBatch } from '#db/read-batch.ts'
import { openDirectConversation } from '#features/chat/server/public.ts'
import { lotsOf, planReturn, planUse } from '#features/entitlements/contract.ts'
import { ledgerStatement } from '#features/entitlements/server/public.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { conversationObject } from '#server/objects/stubs.ts'
import { AppError } from '#shared/errors.ts'
import { giftKinds, type GiftKind } from '#shared/realtime/gift-kind.ts'
import {
  giftStatement,
  insertGift,
  insertReturn,
  receiverStatement,
  setDelivered,
  undeliveredStatement,
  type GiftRow,
  type NewGift,
} from './gift-queries.ts'

type GiftEnv = Pick<Env, 'CONVERSATION' | 'MEMBER_HUB' | 'DB'>

/** Maximum number of interfering parallel calls of one member before this one gives up. */
const mostTries = 30

/**
 * Commits a gift in D1: its unit is used and its row is written. A repeat with the same id gets the same gift. `none-left`: no
 * unit is left, or with `line` none of those granted by this line of an order. `forbidden`: the two may not talk, or never could.
 */
export async function commitGift(
  db: Database,
  gift: NewGift,
  now: number,
  line?: string,
): Promise<GiftRow | 'none-left' | 'forbidden'> {
  for (let tries = 0; tries < mostTries; tries++) {
    const { known, receiver, ledger } = await readBatch(db, {
      known: giftStatement(db, gift.id),
      receiver: receiverStatement(db, gift),
      ledger: ledgerStatement(db, gift.fromId),
    })
    const [earlier] = known
    const toId = receiver[0]?.toId
    // A caller without a right to the conversation does not learn that the gift exists. A repeat of the caller's own gift gets
    // it, whatever has happened since.
    if (!toId && earlier?.fromId !== gift.fromId) return 'forbidden'
    if (earlier) return sameGift(earlier, gift)
    if (!toId) return 'forbidden'
    if (line !== undefined && !lotsOf(ledger, gift.kind).some(({ source, left }) => source === line && left > 0))
      return 'none-left'
    const used = planUse(ledger, gift.kind, gift.id, now)
    if (!used) return 'none-left'
    if (await insertGift(db, gift, { memberId: gift.fromId, entries: [used], seen: ledger.length }, now))
      return { ...gift, toId, sentAt: now, deliveredAt: null, returnedAt: null }
  }
  throw new AppError('The ledger changes too fast', { status: 503, code: 'unavailable' })
}

function sameGift(earlier: GiftRow, { fromId, conversationId, kind }: NewGift): GiftRow {
  if (earlier.fromId === fromId && earlier.conversationId === conversationId && earlier.kind === kind) return earlier
  throw new AppError('The id belongs to another gift', { status: 409, code: 'conflict' })
}

/**
 * Puts a committed gift into its conversation. Safe to repeat from any point: the conversation writes it once and never changes
 * its answer. If it refuses (blocked or ended meanwhile), the unit returns to the sender.
 */
export async function deliverGift(env: GiftEnv, gift: GiftRow, now: number): Promise<'sent' | 'returned'> {
  if (gift.deliveredAt !== null) return 'sent'
  if (gift.returnedAt !== null) return 'returned'
  const db = openDatabase(env.DB)
  const answer = await askConversation(env, gift)
  if (answer === 'refused') {
    await returnGift(db, gift, now)
    return 'returned'
  }
  await setDelivered(db, gift.id, now)
  return 'sent'
}

async function askConversation(env: GiftEnv, { id, fromId, toId, conversationId, kind }: GiftRow): Promise<'sent' | 'refused'> {
  const ask = () => conversationObject(env, conversationId).sendGift({ member: fromId, id, gift: toGiftKind(kind) })
  const first = await ask()
  if (first !== 'unopened') return first
  await openDirectConversation(env, conversationId, [fromId, toId])
  const second = await ask()
  if (second === 'unopened') throw new Error('The conversation does not open')
  return second
}

function toGiftKind(kind: string): GiftKind {
  const gift = giftKinds.find((known) => known === kind)
  if (!gift) throw new Error(`${kind} is no gift`)
  return gift
}

async function returnGift(db: Database, gift: GiftRow, now: number): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    const { known, ledger } = await readBatch(db, { known: giftStatement(db, gift.id), ledger: ledgerStatement(db, gift.fromId) })
    const returned = planReturn(ledger, toGiftKind(gift.kind), gift.id, now)
    if (known[0]?.returnedAt != null || !returned) return
    if (await insertReturn(db, gift, { memberId: gift.fromId, entries: [returned], seen: ledger.length }, now)) return
  }
  throw new AppError('The ledger changes too fast', { status: 503, code: 'unavailable' })
}

/** Cron: delivers gifts that a crash left between commit and conversation, or between conversation and `delivered_at`. */
export async function finishGifts(env: GiftEnv, now: number): Promise<Finished> {
  const open = await undeliveredStatement(openDatabase(env.DB), now)
  return finishEach('gifts', open, (gift) => deliverGift(env, gift, now))
}
