import { eq, sql } from 'drizzle-orm'
import { entitlements, members } from '#db/schema.ts'
import { addMonths } from '#features/entitlements/add-months.ts'
import type { Entry } from '#features/entitlements/contract.ts'
import { db, type TestMember } from './members.ts'
import { newId } from './realtime-client.ts'

/** Writes to a member's ledger what an order would grant. */
export async function grant(member: Pick<TestMember, 'id'>, kind: Entry['kind'], units: number, at = Date.now()): Promise<void> {
  await db.insert(entitlements).values({
    id: newId(),
    memberId: member.id,
    seq: sql`(select coalesce(max(seq), 0) + 1 from ${entitlements} where member_id = ${member.id})`,
    kind,
    units,
    sourceKind: 'order',
    sourceId: newId(),
    startsAt: at,
    createdAt: at,
  })
  if (kind === 'premium')
    await db
      .update(members)
      .set({ premiumUntil: addMonths(at, units) })
      .where(eq(members.id, member.id))
}
