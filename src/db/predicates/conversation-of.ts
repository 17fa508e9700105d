import { sql, type SQL } from 'drizzle-orm'

/** An id, or SQL of one. */
export type MemberId = string | SQL

/**
 * SQL of the id of two members' conversation as stored by their match or request; null if they have neither. Keys and the
 * derivation of ids may change; stored ids stay.
 */
export function conversationOfSql(one: MemberId, other: MemberId): SQL<string | null> {
  const request = (from: MemberId, to: MemberId) =>
    sql`(select conversation_id from chat_requests where from_id = ${from} and to_id = ${to})`
  return sql<string | null>`coalesce(
    (select conversation_id from pairs where low_id = min(${one}, ${other}) and high_id = max(${one}, ${other})),
    ${request(one, other)}, ${request(other, one)})`
}
