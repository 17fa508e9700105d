import { isFreshlyConfirmed } from '#features/auth/session/server/public.ts'
import { AppError } from '#shared/errors.ts'
import type { AppContext } from '#server/context.ts'
import { requireMemberSession } from '#server/auth/require-session.ts'
import { findConfirmation } from './queries.ts'

/** The caller's live session, with the facts that sensitive changes ask for; 401 without one. */
export async function requireLiveSession(c: AppContext) {
  const session = requireMemberSession(c)
  const facts = await findConfirmation(c.get('db'), session, c.get('now'))
  if (!facts || facts.state === 'deleted') throw new AppError('The session has ended', { status: 401, code: 'unauthorized' })
  return { session, ...facts }
}

/** The same, confirmed by password or provider within ten minutes; 403 otherwise. */
export async function requireConfirmedSession(c: AppContext) {
  const live = await requireLiveSession(c)
  if (!isFreshlyConfirmed(live.confirmedAt, c.get('now')))
    throw new AppError('The session was not confirmed lately', { status: 403, code: 'unconfirmed' })
  return live
}
