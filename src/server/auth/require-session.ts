import { AppError } from '#shared/errors.ts'
import type { AppContext, Session } from '../context.ts'

/** Returns the caller's session, of a pending registration or a member; 401 without one. */
export function requireSession(c: AppContext): Session {
  const session = c.get('session')
  if (!session) throw new AppError('A session is needed', { status: 401, code: 'unauthorized' })
  return session
}

/** Returns the caller's session as a member; 401 for guests and pending registrations. */
export function requireMemberSession(c: AppContext): Session {
  const session = requireSession(c)
  if (session.kind !== 'member') throw new AppError('A member session is needed', { status: 401, code: 'unauthorized' })
  return session
}

/** Creates a 401: the token is valid, but the database no longer has the session. */
export function sessionEnded(): AppError {
  return new AppError('The session has ended', { status: 401, code: 'unauthorized' })
}
