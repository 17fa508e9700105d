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

/** A grant or take-back, once for its cause: repeated webhooks add nothing. For the batch that makes the cause. */
export function entryStatement(db: Database, entry: NewEntry) {
  return db.insert(entitlements).values(entry).onConflictDoNothing()
}

/**
 * A use, decided from a ledger of `seen` rows: written only while the member's ledger still has as many, so that two uses
 * at once cannot spend the same unit. False: read again and decide again.
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
