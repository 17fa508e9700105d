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
import { blockActions, blockedAnchor, type BlockOutcome } from '../contract.ts'
import { blockMember, liftBlock } from './block-member.ts'
import { meetingStatement, ownBlockStatement } from './queries.ts'
import { blockInput } from './schemas.ts'

/** Blocks and unblocks members. */
export const blockRoutes = handle(blockActions, { block: on(blockInput, block), unblock: on(blockInput, unblock) })

type Input = v.InferOutput<typeof blockInput>

/**
 * A script returns to its list and shows the result there; a plain form is led to where a block can be removed. People
 * who cannot be met get the same 404 as unknown ids. Repeating one's own block changes nothing.
 */
async function block(c: AppContext, { id: other }: Input): Promise<ActionResult<{ blocked: true }>> {
  const { id: viewerId, state } = await requireMember(c)
  const db = c.get('db')
  const pair = { blockerId: viewerId, blockedId: other }
  const [met, blocked] = await db.batch([meetingStatement(db, viewerId, other), ownBlockStatement(db, pair)])
  const isThere = met.length + blocked.length > 0
  if (state === 'incomplete' || viewerId === other || !isThere) throw notFound()
  await blockMember(c.env, pair, c.get('now'))
  return { ...(isFormPost(c) ? { to: settingsOf(c, 'blocked') } : {}), data: { blocked: true } }
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
