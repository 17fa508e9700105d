import type { LikeAnswer } from '#features/likes/contract.ts'
import { deriveConversationId } from '#features/chat/server/public.ts'
import { showOwnLike } from '#features/member-hub/server/public.ts'
import { materialStatement, toOpenings } from '#features/openings/server/public.ts'
import type { ActionResult } from '#server/actions/action.ts'
import { isFormPost } from '#server/actions/body.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import type { AppContext } from '#server/context.ts'
import { fail } from '#server/log.ts'
import { AppError, notFound, usedUp } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { announceLike, announceMatch } from './announce.ts'
import { writeLike } from './write-like.ts'
import { remainingAfter } from '../rules.ts'
import { requireActorWithDay } from './require-actor.ts'

type LikeState = Awaited<ReturnType<typeof writeLike>>
/** The member who likes and the liked one. */
type Pair = { fromId: string; toId: string }

/** Likes a member. The write is the commit point: one transaction checks the quota and creates the match. */
export async function likeMember(c: AppContext, { id: toId }: { id: string }): Promise<ActionResult<LikeAnswer>> {
  const { actor, day, reset } = await requireActorWithDay(c)
  const pair = { fromId: actor.id, toId }
  const freshId = await deriveConversationId(c.env, actor.id, toId)
  const state = await writeLike(c.get('db'), { ...day, ...pair, now: c.get('now'), freshId })
  if (!state.reachable) throw notFound()
  if (state.ended) throw new AppError('A match that has ended cannot come about again', { status: 409, code: 'conflict' })
  if (!state.liked) throw usedUp('No likes left today', 'quota', reset)
  await announce(c, pair, state)
  return toResult(c, pair, state)
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
