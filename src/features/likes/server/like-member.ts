import { sql } from 'drizzle-orm'
import { requestsPerDay } from '#features/chat/contract.ts'
import { isQuotaDaySql } from '#db/held-window.ts'
import type { LikeAnswer } from '#features/likes/contract.ts'
import { deriveConversationId } from '#features/chat/server/public.ts'
import { showOwnLike } from '#features/member-hub/server/public.ts'
import { pairTiesSql } from '#db/predicates/tie-json.ts'
import { toPairTies } from '#features/profile/server/public.ts'
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
import type { LikeInput } from './schemas.ts'
import { lookUp, requestedTie, type RequestedTie } from './ties/requested-tie.ts'

type LikeState = ReturnType<typeof toLikeState>
/** The member who likes and the liked one. */
type Pair = { fromId: string; toId: string }

/**
 * Likes a member. The write is the commit point: one transaction checks the quota and creates the match. Of a tied like the profile may
 * have changed since its page was loaded; whether its thing is still there is then looked up, and it is tried once more.
 * Any other refusal is tried twice as well: otherwise its time would show, free of charge, whether the profile was edited.
 */
export async function likeMember(c: AppContext, input: LikeInput): Promise<ActionResult<LikeAnswer>> {
  const pair = { fromId: requireMemberSession(c).sub, toId: input.id }
  const tie = await requestedTie(c, input)
  const write = {
    ...pair,
    tie,
    now: c.get('now'),
    freshId: await deriveConversationId(c.env, pair.fromId, pair.toId),
  }
  let state = await give(c, write)
  if (write.tie?.isSealed && state.reachable && !state.liked) {
    write.tie = await lookUp(c.get('db'), pair.toId, write.tie)
    state = await give(c, write)
  }
  await requireGiven(c, state, write.tie)
  await announce(c, pair, state)
  return toResult(c, pair, { ...state, asked: write.tie })
}

async function give(c: AppContext, write: Omit<LikeWrite, 'since'>): Promise<LikeState> {
  const guessed = await likeByGuess(c, write)
  const { day } = await requireActorWithDay(c)
  return guessed ?? toLikeState(await c.get('db').batch(likeStatements(c.get('db'), { ...write, ...day })), day.since)
}

/** Throws unless the like is there as it was asked for. A thing that is hidden and one that never was get the same answer. */
async function requireGiven(c: AppContext, state: LikeState, tie: RequestedTie | null): Promise<void> {
  const { reset } = await requireActorWithDay(c)
  if (!state.reachable) throw notFound()
  if (state.ended) throw new AppError('A match that has ended cannot come about again', { status: 409, code: 'conflict' })
  if (!state.liked) {
    if (!state.isThing) throw new AppError('There is no such thing to like', { status: 409, code: 'conflict' })
    if (tie && tie.line !== null && state.requests >= requestsPerDay)
      throw usedUp('No requests left today', 'request-quota', reset)
    throw usedUp('No likes left today', 'quota', reset)
  }
  // A repeat gets the first answer, also one whose words gave way to the day's first line. Of other words nothing would say that they are lost.
  if (tie && state.given === null && !state.keepsLine && !isSameTie(tie, state.stored))
    throw new AppError('The like was given before, with another tie', { status: 409, code: 'conflict' })
}

const isSameTie = ({ kind, ref, line }: RequestedTie, stored: LikeState['stored']) =>
  stored?.tieKind === kind && stored.tieRef === ref && stored.line === line

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
    const given = { fromId, toId, at: now, tie: state.stored?.tieKind ?? null }
    const announced = announceLike(c.env, given, state.given === 'again')
    c.executionCtx.waitUntil(announced.catch((error: unknown) => logFailure(c, error)))
  }
}

/** Of a like that has a line on its day the first one goes out, also with a plain like: its giver reads that. */
function lineOf({ asked, stored, keepsLine }: LikeState & { asked: RequestedTie | null }): LikeAnswer['line'] {
  if (asked && asked.line !== null && asked.line === stored?.line) return 'sent'
  return keepsLine ? 'first' : undefined
}

async function toResult(
  c: AppContext,
  { fromId, toId }: Pair,
  state: LikeState & { asked: RequestedTie | null },
): Promise<ActionResult<LikeAnswer>> {
  const { tn, t, locale } = await translatorOf(c, ['likes'])
  const { conversationId } = state
  const line = lineOf(state)
  const remain = remainingAfter(state)
  const data: LikeAnswer = {
    liked: true,
    match: conversationId !== null,
    ...(conversationId ? { conversationId } : {}),
    ...(conversationId && !isFormPost(c) ? await momentOf(c, { fromId, toId }, conversationId) : {}),
    ...(line ? { line } : {}),
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
      t(line === 'first' ? 'likes.done.firstLine' : 'likes.done.liked', { name: state.firstName ?? '' }),
      ...(remain === undefined ? [] : [tn('likes.left.said', remain)]),
    ].join(' · '),
  }
}

/** What the moment of a match shows, photos without their addresses. Without it a match works, too, and the like is committed. */
async function momentOf(
  c: AppContext,
  { fromId: viewerId, toId: otherId }: Pair,
  conversation: string,
): Promise<Pick<LikeAnswer, 'openings' | 'ties'>> {
  const db = c.get('db')
  try {
    const [material, [tied]] = await db.batch([
      materialStatement(db, viewerId, { conversation }),
      db.all<{ ties: string }>(sql`select ${pairTiesSql(viewerId, otherId)} as ties`),
    ])
    return {
      openings: await toOpenings(material, viewerId, c.get('locale').code),
      ties: await toPairTies(tied?.ties ?? '[]', viewerId, () => ''),
    }
  } catch (error) {
    logFailure(c, error, 'like-openings')
    return { openings: [], ties: [] }
  }
}

/** Logs no ids: the pair stays marked and the cron finds it again. */
function logFailure(c: AppContext, error: unknown, what = 'like-announce'): void {
  fail(what, error, { requestId: c.get('requestId') })
}
