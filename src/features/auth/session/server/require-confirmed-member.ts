import { AppError } from '#shared/errors.ts'
import { requireMember } from '#server/auth/require-member.ts'
import type { AppContext, Member } from '#server/context.ts'
import { isFreshlyConfirmed } from '../rules.ts'

/** Returns the session's member, if confirmed by password or provider within the last ten minutes. Throws 403 otherwise. */
export async function requireConfirmedMember(c: AppContext): Promise<Member> {
  const member = await requireMember(c)
  if (!isFreshlyConfirmed(member.confirmedAt, c.get('now')))
    throw new AppError('The session was not confirmed lately', { status: 403, code: 'unconfirmed' })
  return member
}
