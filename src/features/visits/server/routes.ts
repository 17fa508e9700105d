import { requireMember } from '#server/auth/require-member.ts'
import { notFound } from '#shared/errors.ts'
import { on, type ActionResult } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { visitActions } from '../contract.ts'
import { seenInput, visitInput } from './schemas.ts'
import { leaveVisibleVisit, seeVisitors } from './visits.ts'

export const visitRoutes = handle(visitActions, { leave: on(visitInput, leave), seen: on(seenInput, seen) })

/** Requires a finished questionnaire. Hidden people, the visitor themselves and unknown ids get the same 404. */
async function leave(c: AppContext, { id }: { id: string }): Promise<ActionResult<{ recorded: true }>> {
  const visitor = await requireMember(c)
  if (visitor.state === 'incomplete') throw notFound()
  const isVisible = await leaveVisibleVisit(c.env, { visitorId: visitor.id, visitedId: id, now: c.get('now') })
  // Read first: the visitor's own id must take as long as an unknown one.
  if (!isVisible || id === visitor.id) throw notFound()
  return { data: { recorded: true } }
}

async function seen(c: AppContext, { until }: { until: number }): Promise<ActionResult<{ seen: true }>> {
  const { id } = await requireMember(c)
  await seeVisitors(c.env, id, Math.min(until, c.get('now')))
  return { data: { seen: true } }
}
