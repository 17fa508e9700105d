import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { endConversation, openDirectConversation } from '#features/chat/server/public.ts'
import { forgetLike, notifyMember } from '#features/member-hub/server/public.ts'
import { openDatabase, type Database } from '#db/database.ts'
import { members, pairs } from '#db/schema.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { notBlockedSql } from '#db/predicates/not-blocked.ts'

/** SQL: an active match, without a block since it was made. */
const isActive = and(isNull(pairs.unmatchedAt), notBlockedSql(sql`${pairs.lowId}`, sql`${pairs.highId}`))

type GivenLike = { fromId: string; toId: string; at: number }

/**
 * Notifies a member of a like. By its id, a repeat is the same notification. `quietly`: the like was withdrawn and given again on
 * the same day, so it is shown again but alerts no device twice.
 */
export async function announceLike(env: Env, { fromId, toId, at }: GivenLike, quietly: boolean): Promise<void> {
  await notifyMember(env, toId, { id: `like:${fromId}:${at}`, kind: 'like', from: fromId }, { quietly })
}

/**
 * Finishes a committed match: opens its conversation, notifies those of the two who did not just make it, and marks it as opened.
 * Each step may be repeated. The pair stays marked as unopened until all steps succeed.
 */
export async function announceMatch(env: Env, conversationId: string, options: { except?: string; now: number }): Promise<void> {
  const db = openDatabase(env.DB)
  const { people, matchedAt } = await findPair(db, conversationId)
  const [one, other] = people
  if (!one || !other) return
  await openDirectConversation(env, conversationId, [one.id, other.id], matchedAt)
  const answers = await Promise.all(
    people
      .filter((person) => person.id !== options.except)
      .map((person) => {
        const from = person === one ? other.id : one.id
        return notifyMember(env, person.id, { id: `match:${conversationId}`, kind: 'match', from, conversation: conversationId })
      }),
  )
  // The match replaces the two notifications of likes.
  await Promise.all(people.map((person) => forgetLike(env, person.id, person === one ? other.id : one.id)))
  if (!answers.every(Boolean)) throw new Error('A member could not be told of a match')
  const [pair] = await db
    .update(pairs)
    .set({ openedAt: options.now })
    .where(eq(pairs.conversationId, conversationId))
    .returning({ unmatchedAt: pairs.unmatchedAt })
  // The match ended while its conversation was being opened, so its end may have found nothing to close.
  if (pair && pair.unmatchedAt !== null) await endConversation(env, conversationId)
}

const settleAfterMs = 10_000
const giveUpMs = 7 * 24 * 60 * 60 * 1000

/** Cron: finishes matches whose conversation could not be opened at first. */
export async function finishMatches(env: Env, now: number): Promise<Finished> {
  const open = await openDatabase(env.DB)
    .select({ conversationId: pairs.conversationId })
    .from(pairs)
    .where(and(isNull(pairs.openedAt), isActive, lt(pairs.matchedAt, now - settleAfterMs), gt(pairs.matchedAt, now - giveUpMs)))
    .limit(50)
  return finishEach('matches', open, ({ conversationId }) => announceMatch(env, conversationId, { now }))
}

async function findPair(db: Database, conversationId: string) {
  const [pair] = await db
    .select()
    .from(pairs)
    .where(and(eq(pairs.conversationId, conversationId), isActive))
  if (!pair) return { people: [], matchedAt: 0 }
  const people = await db
    .select({ id: members.id })
    .from(members)
    .where(and(inArray(members.id, [pair.lowId, pair.highId]), inArray(members.state, ['complete', 'paused'])))
  return { people, matchedAt: pair.matchedAt }
}
