import { retry } from '#server/objects/retry.ts'
import { conversationObject } from '#server/objects/stubs.ts'
import { and, eq, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { openDatabase, type Database } from '#db/database.ts'
import { pairs } from '#db/schema.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'

type EndingEnv = Pick<Env, 'CONVERSATION' | 'DB'>

/**
 * Ends a conversation at both members' hubs: rows, counts, notifications and open channels are removed, the log stays for
 * reports. Called after the end was committed in D1, and repeated until it does not throw. A hub that cannot be reached receives
 * the end later, by the conversation's own retries.
 */
export async function endConversation(env: Pick<Env, 'CONVERSATION'>, conversationId: string): Promise<void> {
  // If the object restarts at this moment, the conversation must not stay open until the cron runs.
  await retry('end', async () => conversationObject(env, conversationId).close())
}

/** `conversation` is an id, or SQL that yields one. */
type Ending = { conversation: string | SQL; member: string; now: number; when?: SQL }

/**
 * For a batch: the two may no longer talk. An accepted request has no pair, and an ended pair overrides it. Nothing is written
 * unless `when` holds.
 */
export function endTalkStatements(db: Database, { conversation, member, now, when = sql`1` }: Ending) {
  return [
    db.all(sql`
      insert into pairs (low_id, high_id, conversation_id, matched_at, opened_at, unmatched_at)
      select min(from_id, to_id), max(from_id, to_id), conversation_id, sent_at, sent_at, ${now}
      from chat_requests
      where conversation_id = ${conversation} and state = 'accepted' and (from_id = ${member} or to_id = ${member}) and ${when}
      on conflict do nothing`),
    db
      .update(pairs)
      .set({ unmatchedAt: now })
      .where(and(isPairOf(conversation, member), isNull(pairs.unmatchedAt), when)),
  ] as const
}

/**
 * For a batch: ends a request that was not accepted, as after its thirty days, whether pending or declined. It leaves no ended
 * pair: the two never matched, and still may. It counts as settled, because the caller closes the conversation. Its own expiry
 * would clear the log, which is kept for reports.
 */
export function endRequestStatement(db: Database, { conversation, member, now, when = sql`1` }: Ending) {
  return db.all(sql`
    update chat_requests set state = 'expired', state_at = ${now}, settled_at = ${now}, text = null
    where conversation_id = ${conversation} and state in ('waiting', 'declined') and (from_id = ${member} or to_id = ${member})
      and ${when}`)
}

/** Commits the end of a match in D1; false if the member has no such match, whether active or ended. */
export async function writeUnmatch(db: Database, conversation: string, member: string, now: number): Promise<boolean> {
  const [, , ended] = await db.batch([
    ...endTalkStatements(db, { conversation, member, now }),
    db
      .select({ conversation: pairs.conversationId })
      .from(pairs)
      .where(and(isPairOf(conversation, member), isNotNull(pairs.unmatchedAt))),
  ])
  return ended.length > 0
}

function isPairOf(conversation: string | SQL, member: string) {
  return and(eq(pairs.conversationId, conversation), or(eq(pairs.lowId, member), eq(pairs.highId, member)))
}

/** Completes a committed end; the pair stays marked until this succeeds. */
export async function finishUnmatch(env: EndingEnv, conversation: string, now: number): Promise<void> {
  await endConversation(env, conversation)
  await openDatabase(env.DB).update(pairs).set({ endedAt: now }).where(eq(pairs.conversationId, conversation))
}

const settleAfterMs = 10_000
const mostAtOnce = 100

/** Cron: ends the conversations of matches whose end could not be completed when it was committed. */
export async function finishUnmatches(env: EndingEnv, now: number): Promise<Finished> {
  const unended = await openDatabase(env.DB)
    .select({ conversation: pairs.conversationId })
    .from(pairs)
    .where(and(isNotNull(pairs.unmatchedAt), isNull(pairs.endedAt), lt(pairs.unmatchedAt, now - settleAfterMs)))
    .orderBy(pairs.unmatchedAt)
    .limit(mostAtOnce)
  return finishEach('unmatches', unended, ({ conversation }) => finishUnmatch(env, conversation, now))
}
