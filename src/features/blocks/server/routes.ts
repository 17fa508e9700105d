import type * as v from 'valibot'
import { requireMember } from '#server/auth/require-member.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { isFormPost } from '#server/actions/body.ts'
import type { AppContext } from '#server/context.ts'
import { warn } from '#server/log.ts'
import { blockActions, blockedAnchor, blockLimits, type BlockOutcome } from '../contract.ts'
import { blockMember, liftBlock } from './block-member.ts'
import { meetingStatement, ownBlockStatement } from './queries.ts'
import { blockInput } from './schemas.ts'
import { takeAttempts, type AttemptLimit } from '#server/limits/attempts.ts'

/** Blocks and unblocks members. */
export const blockRoutes = handle(blockActions, { block: on(blockInput, block), unblock: on(blockInput, unblock) })

type Input = v.InferOutput<typeof blockInput>

/**
 * With a script, the member returns to the list and sees the result there; a plain form redirects to where a block can be
 * removed. People who cannot be met get the same 404 as unknown ids. Repeating a block changes nothing.
 */
async function block(c: AppContext, { id: other }: Input): Promise<ActionResult<{ blocked: true }>> {
  const { id: viewerId, state } = await requireMember(c)
  const db = c.get('db')
  const pair = { blockerId: viewerId, blockedId: other }
  const [met, blocked] = await db.batch([meetingStatement(db, viewerId, other), ownBlockStatement(db, pair)])
  const isThere = met.length + blocked.length > 0
  if (state === 'incomplete' || viewerId === other || !isThere) throw notFound()
  if (blocked.length === 0) await requireBlockLeft(c, viewerId)
  await blockMember(c.env, pair, c.get('now'))
  return { ...(isFormPost(c) ? { to: settingsOf(c, 'blocked') } : {}), data: { blocked: true } }
}

type Counted = { key: string; limit: AttemptLimit }

/** Counts a block, or throws 429 if the hour's or the day's limit is reached. */
async function requireBlockLeft(c: AppContext, memberId: string): Promise<void> {
  const { hour, day } = blockLimits
  const limits: [Counted, ...Counted[]] = [
    { key: `blocks-hour:${memberId}`, limit: hour },
    { key: `blocks-day:${memberId}`, limit: day },
  ]
  const over = await takeAttempts(c.get('db'), limits, c.get('now'))
  if (over.length > 0) throw new AppError('No blocks left for now', { status: 429, code: 'block-quota' })
}

async function unblock(c: AppContext, { id: other }: Input): Promise<ActionResult<{ blocked: false }>> {
  const { id: viewerId } = await requireMember(c)
  const lifted = await liftBlock(c.env, { blockerId: viewerId, blockedId: other }, c.get('now')).catch((error: unknown) => {
    warn('unblock', error)
    throw new AppError('The block is not carried through yet', { status: 503, code: 'unavailable', cause: error })
  })
  if (!lifted) throw notFound()
  return { to: settingsOf(c, 'unblocked'), data: { blocked: false } }
}

function settingsOf(c: AppContext, done: BlockOutcome): string {
  return href(routes.mainSettings, {}, { locale: c.get('locale').code, query: { done }, hash: blockedAnchor })
}
