import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext, Member } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { countedSince, nextReset } from '#shared/quota-day.ts'
import { findHeldWindow } from './queries.ts'

/** The acting member; 404 with an unfinished questionnaire and while paused. */
export async function requireActor(c: AppContext): Promise<Member> {
  const actor = await requireMember(c)
  if (actor.state !== 'complete') throw notFound()
  return actor
}

/** Also returns the start of their quota's day and its reset, with one more read. */
export async function requireActorWithDay(c: AppContext) {
  const now = c.get('now')
  const actor = await requireActor(c)
  const { heldStart, heldUntil } = await findHeldWindow(c.get('db'), actor.id, now)
  const { timeZone } = actor
  return { actor, day: { since: countedSince(now, timeZone, heldStart) }, reset: nextReset(now, timeZone, heldUntil) }
}
