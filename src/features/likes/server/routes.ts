import { Hono } from 'hono'
import { likeForms, likesPerDay, type LikeAnswer } from '#features/likes/contract.ts'
import { deriveConversationId } from '#features/chat/server/public.ts'
import { forgetLike, markKindRead } from '#features/member-hub/server/public.ts'
import { materialStatement, toOpenings } from '#features/openings/server/public.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { countedSince } from '#shared/quota-day.ts'
import { routes } from '#shared/routing/routes.ts'
import { action, type ActionResult } from '#server/actions/action.ts'
import { isFormPost } from '#server/actions/body.ts'
import type { AppContext, AppEnv } from '#server/context.ts'
import { translatorOf } from '#server/actions/error-text.ts'
import { stackOf } from '#server/log.ts'
import { announceLike, announceMatch } from './announce.ts'
import { findHeldStart, undoLastPass, withdrawLike, writeLike, writePass } from './queries.ts'
import { likeInput, seenInput } from './schemas.ts'

/** Actions of `/likes` and of every card with a heart. */
export const likesRoutes = new Hono<AppEnv>()
  .post('/', action(likeForms.like, likeInput, like))
  .post('/withdraw', action(likeForms.withdraw, likeInput, withdraw))
  .post('/pass', action(likeForms.pass, likeInput, pass))
  .post('/undo', action(likeForms.undo, likeInput, undo))
  .post('/seen', action('likes-seen', seenInput, seen))

type Input = { id: string }

async function like(c: AppContext, { id: toId }: Input): Promise<ActionResult> {
  const { actor, day } = await requireActor(c)
  const now = c.get('now')
  const freshId = await deriveConversationId(c.env, actor.id, toId)
  const state = await writeLike(c.get('db'), { ...day, fromId: actor.id, toId, now, freshId })
  if (!state.reachable) throw notFound()
  if (state.ended) throw new AppError('A match that has ended cannot come about again', { status: 409, code: 'conflict' })
  if (!state.liked) throw new AppError('No likes left today', { status: 409, code: 'quota' })

  if (state.conversationId && !state.isOpened) {
    // Done at once, so that the conversation is there when the answer says so; the cron repeats what fails here.
    await announceMatch(c.env, state.conversationId, { except: actor.id, now }).catch((error: unknown) => logFailure(c, error))
  } else if (state.given && !state.conversationId && !state.isPassedBack) {
    const announced = announceLike(c.env, { fromId: actor.id, toId, at: now }, state.given === 'again')
    c.executionCtx.waitUntil(announced.catch((error: unknown) => logFailure(c, error)))
  }

  const { tn, t, locale } = await translatorOf(c, ['likes'])
  const remain = remainOf(state.used)
  const isMatch = state.conversationId !== null
  const data: LikeAnswer = {
    liked: true,
    match: isMatch,
    ...(state.conversationId ? { conversationId: state.conversationId } : {}),
    ...(state.conversationId && !isFormPost(c) ? { openings: await openingsOf(c, actor.id, state.conversationId) } : {}),
    like_out: true,
    like_remain: remain,
  }
  // The page of the match says it larger.
  if (isMatch && isFormPost(c)) {
    return { data, to: href(routes.likes, {}, { locale: locale.code, query: { tab: 'matches', match: toId } }) }
  }
  return {
    data,
    notice: `${t('likes.done.liked', { name: state.firstName ?? '' })} · ${tn('likes.left.said', remain)}`,
  }
}

/** The like is committed: without them the match is a match all the same. */
async function openingsOf(c: AppContext, sub: string, conversation: string): Promise<string[]> {
  try {
    return await toOpenings(await materialStatement(c.get('db'), sub, { conversation }), sub, c.get('locale').code)
  } catch (error) {
    logFailure(c, error, 'like-openings')
    return []
  }
}

async function withdraw(c: AppContext, { id: toId }: Input): Promise<ActionResult> {
  const { actor, day } = await requireActor(c)
  const state = await withdrawLike(c.get('db'), { ...day, fromId: actor.id, toId, now: c.get('now') })
  if (!state.reachable || state.liked === null) throw notFound()
  if (state.liked) throw new AppError('A match cannot be taken back as a like', { status: 409, code: 'conflict' })
  // Waited for, so that a like that is given again right away is told of after this one is forgotten.
  await forgetLike(c.env, toId, actor.id)
  const { t } = await translatorOf(c, ['likes'])
  return {
    data: { liked: false, passed: state.passed, like_remain: remainOf(state.used) },
    notice: t('likes.done.withdrawn'),
  }
}

async function pass(c: AppContext, { id: toId }: Input): Promise<ActionResult> {
  const { actor, day } = await requireActor(c)
  const state = await writePass(c.get('db'), { ...day, fromId: actor.id, toId, now: c.get('now') })
  if (!state.reachable) throw notFound()
  if (state.liked) throw new AppError('Someone liked cannot be passed on', { status: 409, code: 'conflict' })
  // Nothing keeps calling towards somebody who is out of sight now.
  await forgetLike(c.env, actor.id, toId)
  const { t } = await translatorOf(c, ['likes'])
  return { data: { passed: true }, notice: t('likes.done.passed', { name: state.firstName ?? '' }), values: { id: toId } }
}

async function undo(c: AppContext, { id: toId }: Input): Promise<ActionResult> {
  const { actor, day } = await requireActor(c)
  const now = c.get('now')
  const { pass, isUsed, undone } = await undoLastPass(c.get('db'), {
    ...day,
    fromId: actor.id,
    toId,
    now,
  })
  if (!pass) throw notFound()
  if (!undone && isUsed) throw new AppError('Undo is used up', { status: 409, code: 'undo-used' })
  if (!undone) throw new AppError('Somebody else was passed on since', { status: 409, code: 'conflict' })
  const { t } = await translatorOf(c, ['likes'])
  return { data: { undone: toId }, notice: t('likes.done.undone', { name: pass.firstName }) }
}

/** The committed navigation to `/likes`: what came up to the page's time has been looked at. */
async function seen(c: AppContext, { until }: { until: number }): Promise<ActionResult> {
  const { id } = await requireMember(c)
  await markKindRead(c.env, id, 'like', Math.min(until, c.get('now')))
  return { data: { seen: true } }
}

/** The member who acts, with the start of their quota's day; 404 before their questionnaire is done and while paused. */
async function requireActor(c: AppContext) {
  const now = c.get('now')
  const actor = await requireMember(c)
  if (actor.state !== 'complete') throw notFound()
  const heldStart = await findHeldStart(c.get('db'), actor.id, now)
  return { actor, day: { since: countedSince(now, actor.timeZone, heldStart) } }
}

const remainOf = (used: number) => Math.max(0, likesPerDay - used)

/** Ids stay out of the log: the pair keeps its mark and is found again by the cron. */
function logFailure(c: AppContext, error: unknown, code = 'like-announce'): void {
  console.error(
    JSON.stringify({
      level: 'error',
      code,
      requestId: c.get('requestId'),
      stack: stackOf(error),
    }),
  )
}
