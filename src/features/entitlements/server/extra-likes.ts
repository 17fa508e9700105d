import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { entitlements } from '#db/schema.ts'
import { hashToken, newId } from '#server/crypto/secrets.ts'

/** Longer than any day of quotas. */
const longestDayMs = 3 * 24 * 60 * 60_000

/**
 * Likes given from packs are uses in the ledger, named `{member}:{start of the day, ms}:{hash of the liked}`: the index of
 * sources finds a day's uses, and the ledger names no person.
 */
const sourceOf = (fromId: string, since: number, toId: string) => `${fromId}:${since}:${hashToken(`${fromId}:${toId}`)}`

/** SQL: the condition for a day's uses. */
function isOfDay(memberId: string, since: number): SQL {
  // ';' is the character after ':'.
  return sql`source_kind = 'use' and source_id > ${`${memberId}:${since - longestDayMs}:`} and source_id < ${`${memberId};`}
    and kind = 'likes' and created_at >= ${since}`
}

/** SQL: the number of likes given from packs since then. */
export const paidLikesSql = (memberId: string, since: number): SQL<number> =>
  sql<number>`(select count(*) from ${entitlements} where ${isOfDay(memberId, since)})`

/** SQL: the times (ms) of such likes, as a JSON array. */
export const paidLikesAtSql = (memberId: string, since: number): SQL<string> =>
  sql<string>`(select json_group_array(created_at) from ${entitlements} where ${isOfDay(memberId, since)})`

/** SQL: likes left in packs. The sum of units is what is left, because packs do not expire. */
export const extraLikesSql = (memberId: string): SQL<number> =>
  sql<number>`(select max(0, coalesce(sum(units), 0)) from ${entitlements} where member_id = ${memberId} and kind = 'likes')`

type PaidLike = { fromId: string; toId: string; since: number; now: number }

/** SQL: this like was already paid for on its day; taking it back and giving it again costs nothing more. */
export const isPaidSql = ({ fromId, toId, since }: Omit<PaidLike, 'now'>): SQL =>
  sql`exists (select 1 from ${entitlements}
    where ${isOfDay(fromId, since)} and source_id like ${`%:${hashToken(`${fromId}:${toId}`)}`})`

/** Takes one like from the packs if `when` holds. It belongs in the batch that writes the like. */
export function spendLikeStatement(db: Database, { fromId, toId, since, now }: PaidLike, when: SQL) {
  return db.all(sql`
    insert into ${entitlements} (id, member_id, seq, kind, units, source_kind, source_id, starts_at, created_at)
    select ${newId()}, ${fromId}, (select coalesce(max(seq), 0) + 1 from ${entitlements} where member_id = ${fromId}),
      'likes', -1, 'use', ${sourceOf(fromId, since, toId)}, ${now}, ${now}
    where ${when} on conflict do nothing`)
}
