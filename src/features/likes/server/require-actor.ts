import { quotaDayOf } from '#server/auth/quota-day-of.ts'
import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext, Member } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'

/** The acting member; 404 with an unfinished questionnaire and while paused. */
export async function requireActor(c: AppContext): Promise<Member> {
  const actor = await requireMember(c)
  if (actor.state !== 'complete') throw notFound()
  return actor
}

/** Also returns the start of their quota's day and its reset. */
export async function requireActorWithDay(c: AppContext) {
  const actor = await requireActor(c)
  const { since, reset } = quotaDayOf(actor, c.get('now'))
  return { actor, day: { since }, reset }
}
