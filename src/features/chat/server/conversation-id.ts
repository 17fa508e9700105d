import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/env.ts'
import { deriveKeys } from '#server/crypto/keys.ts'
import { nodeCrypto } from '#server/crypto/node-crypto.ts'

/** An id, or SQL of one. */
type MemberId = string | SQL

/**
 * SQL of the id of two members' conversation as their match or request has stored it; null for two who have neither. Keys,
 * and how ids are made, may change: what is stored stays.
 */
export function conversationOfSql(one: MemberId, other: MemberId): SQL<string | null> {
  const request = (from: MemberId, to: MemberId) =>
    sql`(select conversation_id from chat_requests where from_id = ${from} and to_id = ${to})`
  return sql<string | null>`coalesce(
    (select conversation_id from pairs where low_id = min(${one}, ${other}) and high_id = max(${one}, ${other})),
    ${request(one, other)}, ${request(other, one)})`
}

/** For a batch: the same, always one row. */
export function conversationStatement(db: Database, one: string, other: string) {
  return db.all<{ conversation: string | null }>(sql`select ${conversationOfSql(one, other)} as conversation`)
}

/**
 * SQL of the id that a first match or request writes: the one that the two have, else `fresh`. Evaluated inside the insert,
 * so of two first writers the second takes what the first has stored.
 */
export function newConversationSql(one: MemberId, other: MemberId, fresh: string): SQL<string> {
  return sql<string>`coalesce(${conversationOfSql(one, other)}, ${fresh})`
}

/**
 * An id for two who have no conversation yet, the same for both orders. Its key is this deployment's, so nobody can tell
 * from an id and two members whether it is theirs. Never look a conversation up by it: the secret may have changed since.
 */
export async function deriveConversationId(
  env: Pick<Env, 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>,
  one: string,
  other: string,
): Promise<string> {
  const [key] = await deriveKeys(env, 'conversation-id')
  if (!key) throw new Error('no key')
  return nodeCrypto().createHmac('sha256', key).update([one, other].toSorted().join(':')).digest('base64url').slice(0, 22)
}
