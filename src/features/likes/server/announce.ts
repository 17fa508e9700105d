import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { endConversation, openDirectConversation } from '#features/chat/server/public.ts'
import { forgetLike, notifyMember } from '#features/member-hub/server/public.ts'
import { openDatabase } from '#db/database.ts'
import { pairs } from '#db/schema.ts'
import type { TieKind } from '#shared/text/tie.ts'
import type { Env } from '#server/env.ts'
import { finishEach, type Finished } from '#server/finish-each.ts'
import { findPair, isActiveMatch, linesOf, makerOf } from './ties/match-lines.ts'
import { oldTieStatements } from './ties/old-ties.ts'

/** `tie`: the kind of thing that the like is tied to; its words are in no notification. */
type GivenLike = { fromId: string; toId: string; at: number; tie: TieKind | null }

/**
 * Notifies a member of a like. By its id, a repeat is the same notification. `quietly`: the like was withdrawn and given again on
 * the same day, so it is shown again but alerts no device twice.
 */
export async function announceLike(env: Env, { fromId, toId, at, tie }: GivenLike, quietly: boolean): Promise<void> {
  const notice = { id: `like:${fromId}:${at}`, kind: 'like', from: fromId, ...(tie ? { tie } : {}) } as const
  await notifyMember(env, toId, notice, { quietly })
}

/**
 * Finishes a committed match: opens its conversation with the lines of the two likes, notifies those of the two who did not make it,
 * and marks it as opened. `except`: a member who sees it just now. Each step may be repeated. The pair stays marked as unopened until all
 * steps succeed.
 */
export async function announceMatch(env: Env, conversationId: string, options: { except?: string; now: number }): Promise<void> {
  const db = openDatabase(env.DB)
  const { people, matchedAt } = await findPair(db, conversationId)
  const [one, other] = people
  if (!one || !other) return
  await openDirectConversation(env, conversationId, [one.id, other.id], matchedAt, linesOf(people, matchedAt))
  const knowing = [options.except, makerOf(people, matchedAt)]
  const answers = await Promise.all(
    people
      .filter((person) => !knowing.includes(person.id))
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

/** Cron: finishes matches whose conversation could not be opened at first, and removes ties that are no evidence any more. */
export async function finishMatches(env: Env, now: number): Promise<Finished> {
  const db = openDatabase(env.DB)
  const [open] = await db.batch([
    db
      .select({ conversationId: pairs.conversationId })
      .from(pairs)
      .where(
        and(isNull(pairs.openedAt), isActiveMatch, lt(pairs.matchedAt, now - settleAfterMs), gt(pairs.matchedAt, now - giveUpMs)),
      )
      .limit(50),
    ...oldTieStatements(db, now),
  ])
  return finishEach('matches', open, ({ conversationId }) => announceMatch(env, conversationId, { now }))
}
