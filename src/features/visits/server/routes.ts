import { expectVisitors } from '#features/member-hub/server/public.ts'
import { batchAsMember } from '#server/auth/batch-as-member.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { notFound } from '#shared/errors.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { visitActions } from '../contract.ts'
import { seenInput, visitInput } from './schemas.ts'
import { seeVisitors } from './visits.ts'
import { visibleVisitStatements } from './queries.ts'

export const visitRoutes = handle(visitActions, { leave: on(visitInput, leave), seen: on(seenInput, seen) })

/** Requires a finished questionnaire. Hidden people, the visitor themselves and unknown ids get the same 404. */
async function leave(c: AppContext, { id }: { id: string }): Promise<ActionResult<{ recorded: true }>> {
  const [db, now] = [c.get('db'), c.get('now')]
  const [counted, , visible] = await batchAsMember(c, ['complete', 'paused'], (isActing, visitorId) =>
    visibleVisitStatements(db, { visitorId, visitedId: id, now, isActing }),
  )
  const visitor = await requireMember(c)
  // Only now: the visitor's own id must take as long as an unknown one.
  if (visitor.state === 'incomplete' || visible.length === 0 || id === visitor.id) throw notFound()
  // Notifies the visited member later, together with other visits.
  if (counted.length > 0) await expectVisitors(c.env, id)
  return { data: { recorded: true } }
}

async function seen(c: AppContext, { until }: { until: number }): Promise<ActionResult<{ seen: true }>> {
  const { id } = await requireMember(c)
  await seeVisitors(c.env, id, Math.min(until, c.get('now')))
  return { data: { seen: true } }
}
