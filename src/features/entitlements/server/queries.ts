import { asc, eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { entitlements } from '#db/schema.ts'
import type { Entry } from '../rules.ts'

/** The whole ledger of a member, in the order it was written. */
export function ledgerStatement(db: Database, memberId: string) {
  return db
    .select()
    .from(entitlements)
    .where(eq(entitlements.memberId, memberId))
    .orderBy(asc(entitlements.createdAt), asc(entitlements.id))
}

type NewEntry = Entry & { id: string; memberId: string }

/** Writes a grant or refund once per cause: repeated webhooks add nothing. It belongs into the batch that writes the cause. */
export function entryStatement(db: Database, entry: NewEntry) {
  return db.insert(entitlements).values(entry).onConflictDoNothing()
}

/**
 * Writes a use that was decided from a ledger of `seen` rows. It is written only while the ledger still has as many, so
 * two parallel uses cannot spend the same unit. False: read again and decide again.
 */
export async function appendUse(db: Database, use: NewEntry, seen: number): Promise<boolean> {
  const { id, memberId, kind, units, sourceKind, sourceId, startsAt, expiresAt, createdAt } = use
  const result = await db.run(sql`
    insert into ${entitlements} (id, member_id, kind, units, source_kind, source_id, starts_at, expires_at, created_at)
    select ${id}, ${memberId}, ${kind}, ${units}, ${sourceKind}, ${sourceId}, ${startsAt}, ${expiresAt}, ${createdAt}
    where (select count(*) from ${entitlements} where member_id = ${memberId}) = ${seen}
    on conflict do nothing`)
  return result.meta.changes > 0
}
