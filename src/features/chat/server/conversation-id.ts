import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { requireKey, type Secrets } from '#server/crypto/keys.ts'
import { keyedHash } from '#server/crypto/secrets.ts'
import { conversationOfSql, type MemberId } from '#db/predicates/conversation-of.ts'

/** As above, as a statement for a batch; always returns one row. */
export function conversationStatement(db: Database, one: string, other: string) {
  return db.all<{ conversation: string | null }>(sql`select ${conversationOfSql(one, other)} as conversation`)
}

/**
 * SQL of the id that a first match or request writes: the one that the two already have, else `fresh`. It is evaluated inside the
 * insert, so if two requests race, the second takes the id stored by the first.
 */
export function newConversationSql(one: MemberId, other: MemberId, fresh: string): SQL<string> {
  return sql<string>`coalesce(${conversationOfSql(one, other)}, ${fresh})`
}

/**
 * Derives an id for two members without a conversation, the same in both orders. Its key belongs to this deployment, so an id
 * does not reveal whose it is, even to someone who knows both members. Never look up a conversation by it: the secret may have
 * changed since.
 */
export async function deriveConversationId(env: Secrets, one: string, other: string): Promise<string> {
  const key = await requireKey(env, 'conversation-id')
  return keyedHash(key, [one, other].toSorted().join(':')).slice(0, 22)
}
