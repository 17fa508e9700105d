import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext, Member } from '#server/context.ts'
import { AppError, notFound } from '#shared/errors.ts'
import { findEncounterPause } from './encounter-pauses.ts'

/**
 * Returns the member who wants to meet strangers. 403 while their profile is paused, and while reports pause their access to
 * anonymous chat and blind dates; the texts of these codes say so. 404 for others.
 */
export async function requireEncounterAccess(c: AppContext): Promise<Member> {
  const member = await requireMember(c)
  if (member.state === 'paused') throw new AppError('The profile is paused', { status: 403, code: 'profile-paused' })
  if (member.state !== 'complete') throw notFound()
  const pause = await findEncounterPause(c.get('db'), member.id)
  if (pause) throw new AppError('Reports pause the access to encounters', { status: 403, code: 'encounters-paused' })
  return member
}
