import { asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { entitlements } from '#db/schema.ts'
import { newId } from '#server/crypto/secrets.ts'
import type { Entry } from '../rules.ts'

/** The whole ledger of a member, in the order of writing. */
export function ledgerStatement(db: Database, memberId: string) {
  return db.select().from(entitlements).where(eq(entitlements.memberId, memberId)).orderBy(asc(entitlements.seq))
}

/** True while the ledger has only the entries that were read, so decisions based on them are still valid. */
export const isLedgerSql = (memberId: string, seen: number): SQL =>
  sql`(select count(*) from ${entitlements} where member_id = ${memberId}) = ${seen}`

/** Entries of a member that were decided from a ledger of `seen` entries. */
export type DecidedEntries = { memberId: string; entries: readonly Entry[]; seen: number }

/**
 * Appends entries if `when` holds. Without a condition that implies `isLedgerSql`, a parallel writer's entries have the same
 * `seq`, and the whole batch fails.
 */
export function appendStatement(db: Database, { memberId, entries, seen }: DecidedEntries, when: SQL) {
  const rows = entries.map((entry) => ({ ...entry, id: newId() }))
  return db.all<{ id: string }>(sql`
    insert into ${entitlements} (id, member_id, seq, kind, units, source_kind, source_id, starts_at, expires_at, created_at)
    select value ->> 'id', ${memberId}, ${seen} + key + 1, value ->> 'kind', value ->> 'units', value ->> 'sourceKind',
      value ->> 'sourceId', value ->> 'startsAt', value ->> 'expiresAt', value ->> 'createdAt'
    from json_each(${JSON.stringify(rows)}) where ${when} returning id`)
}
