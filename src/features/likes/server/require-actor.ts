import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { countedSince } from '#shared/quota-day.ts'
import { findHeldStart } from './queries.ts'

/** The acting member, with the start of their quota's day; 404 with an unfinished questionnaire and while paused. */
export async function requireActor(c: AppContext) {
  const now = c.get('now')
  const actor = await requireMember(c)
  if (actor.state !== 'complete') throw notFound()
  const heldStart = await findHeldStart(c.get('db'), actor.id, now)
  return { actor, day: { since: countedSince(now, actor.timeZone, heldStart) } }
}
