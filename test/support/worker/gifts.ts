import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { gifts } from '#db/schema.ts'
import { balanceAt } from '#features/entitlements/contract.ts'
import { appendStatement, isLedgerSql, ledgerStatement } from '#features/entitlements/server/public.ts'
import { giftActions } from '#features/gifts/contract.ts'
import type { GiftKind } from '#shared/realtime/gift-kind.ts'
import { db, postJson, type TestMember } from './members.ts'
import { newId } from './realtime-client.ts'

/** Puts gifts into a member's ledger, as an order would. */
export async function grantGifts({ id }: { id: string }, units = 1, kind: GiftKind = 'gift-rose'): Promise<void> {
  if (units === 0) return
  const [now, seen] = [Date.now(), (await ledgerStatement(db, id)).length]
  const grant = { kind, units, sourceKind: 'order' as const, sourceId: newId(), startsAt: now, expiresAt: null, createdAt: now }
  await appendStatement(db, { memberId: id, entries: [grant], seen }, isLedgerSql(id, seen))
}

export const give = (member: TestMember, conversation: string, id = newId(), gift: unknown = 'gift-rose') =>
  postJson(member, giftActions.send.path, { conversation, gift, id })

export const giftsLeft = async ({ id }: { id: string }, kind: GiftKind = 'gift-rose') =>
  balanceAt(await ledgerStatement(db, id), kind, Date.now())

export const giftRows = ({ id }: { id: string }) => db.select().from(gifts).where(eq(gifts.fromId, id))

/** The gifts in a conversation's log, read without any access rule. */
export async function giftsIn(conversation: string, members: readonly [string, string]): Promise<(GiftKind | undefined)[]> {
  const messages = await env.CONVERSATION.getByName(conversation).evidence(members, 100)
  return messages.flatMap(({ gift }) => (gift ? [gift] : []))
}
