import { sql } from 'drizzle-orm'
import { isQuotaDaySql } from '#db/held-window.ts'
import type { LikeAnswer } from '#features/likes/contract.ts'
import { deriveConversationId } from '#features/chat/server/public.ts'
import { showOwnLike } from '#features/member-hub/server/public.ts'
import { materialStatement, toOpenings } from '#features/openings/server/public.ts'
import type { ActionResult } from '#server/actions/action.ts'
import { isFormPost } from '#server/actions/body.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { batchAsMember } from '#server/auth/batch-as-member.ts'
import { requireMemberSession } from '#server/auth/require-session.ts'
import type { AppContext } from '#server/context.ts'
import { readCookie } from '#server/cookies.ts'
import { fail } from '#server/log.ts'
import { AppError, notFound, usedUp } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { quotaWindowStart } from '#shared/quota-day.ts'
import { routes } from '#shared/routing/routes.ts'
import { isTimeZone } from '#shared/time-zone.ts'
import { announceLike, announceMatch } from './announce.ts'
import { likeStatements, toLikeState } from './write-like.ts'
import { remainingAfter } from '../rules.ts'
import type { LikeWrite } from './queries.ts'
import { requireActor, requireActorWithDay } from './require-actor.ts'

type LikeState = ReturnType<typeof toLikeState>
/** The member who likes and the liked one. */
type Pair = { fromId: string; toId: string }

/** Likes a member. The write is the commit point: one transaction checks the quota and creates the match. */
export async function likeMember(c: AppContext, { id: toId }: { id: string }): Promise<ActionResult<LikeAnswer>> {
  const pair = { fromId: requireMemberSession(c).sub, toId }
  const write = { ...pair, now: c.get('now'), freshId: await deriveConversationId(c.env, pair.fromId, toId) }
  const guessed = await likeByGuess(c, write)
  const { day, reset } = await requireActorWithDay(c)
  const state = guessed ?? toLikeState(await c.get('db').batch(likeStatements(c.get('db'), { ...write, ...day })), day.since)
  if (!state.reachable) throw notFound()
  if (state.ended) throw new AppError('A match that has ended cannot come about again', { status: 409, code: 'conflict' })
  if (!state.liked) throw usedUp('No likes left today', 'quota', reset)
  await announce(c, pair, state)
  return toResult(c, pair, state)
}

/**
 * The like in one call of D1 with the read of its member, whose day begins where the browser's time zone says. The write itself
 * compares that with the stored zone; null if they differ, and nothing was written then. The same without a zone, and while
 * another day counts.
 */
async function likeByGuess(c: AppContext, write: Omit<LikeWrite, 'since'>): Promise<LikeState | null> {
  const [db, timeZone] = [c.get('db'), readCookie(c, 'tz') ?? '']
  if (!isTimeZone(timeZone)) return null
  const since = quotaWindowStart(write.now, timeZone)
  const rows = await batchAsMember(c, ['complete'], (isActing, memberId) =>
    likeStatements(db, { ...write, since }, sql`${isActing} and ${isQuotaDaySql(memberId, timeZone, write.now)}`),
  )
  const { timeZone: stored, held } = await requireActor(c)
  return stored === timeZone && held.heldStart === null ? toLikeState(rows, since) : null
}

async function announce(c: AppContext, { fromId, toId }: Pair, state: LikeState): Promise<void> {
  const now = c.get('now')
  if (state.given) c.executionCtx.waitUntil(showOwnLike(c.env, fromId, { to: toId, remain: remainingAfter(state) }))
  if (state.conversationId && !state.isOpened) {
    // Runs at once, so that the conversation exists when the response names it; the cron retries a failure.
    await announceMatch(c.env, state.conversationId, { except: fromId, now }).catch((error: unknown) => logFailure(c, error))
  } else if (state.given && !state.conversationId && !state.isPassedBack) {
    const announced = announceLike(c.env, { fromId, toId, at: now }, state.given === 'again')
    c.executionCtx.waitUntil(announced.catch((error: unknown) => logFailure(c, error)))
  }
}

async function toResult(c: AppContext, { fromId, toId }: Pair, state: LikeState): Promise<ActionResult<LikeAnswer>> {
  const { tn, t, locale } = await translatorOf(c, ['likes'])
  const { conversationId } = state
  const remain = remainingAfter(state)
  const data: LikeAnswer = {
    liked: true,
    match: conversationId !== null,
    ...(conversationId ? { conversationId } : {}),
    ...(conversationId && !isFormPost(c) ? { openings: await openingsOf(c, fromId, conversationId) } : {}),
    like_out: true,
    ...(remain === undefined ? {} : { like_remain: remain }),
  }
  // Shown larger on the match's own page.
  if (data.match && isFormPost(c)) {
    return { data, to: href(routes.likes, {}, { locale: locale.code, query: { tab: 'matches', match: toId } }) }
  }
  return {
    data,
    notice: [
      t('likes.done.liked', { name: state.firstName ?? '' }),
      ...(remain === undefined ? [] : [tn('likes.left.said', remain)]),
    ].join(' · '),
  }
}

/** Returns undefined on failure: the like is committed, and a match works without openings. */
async function openingsOf(c: AppContext, viewerId: string, conversation: string): Promise<string[]> {
  try {
    return await toOpenings(await materialStatement(c.get('db'), viewerId, { conversation }), viewerId, c.get('locale').code)
  } catch (error) {
    logFailure(c, error, 'like-openings')
    return []
  }
}

/** Logs no ids: the pair stays marked and the cron finds it again. */
function logFailure(c: AppContext, error: unknown, what = 'like-announce'): void {
  fail(what, error, { requestId: c.get('requestId') })
}
