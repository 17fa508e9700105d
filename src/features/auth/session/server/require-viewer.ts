import { portraitsFor } from '#features/photos/server/public.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import { AppError } from '#shared/errors.ts'
import type { AppContext } from '#server/context.ts'
import { requireMemberSession, requireSession } from '#server/auth/require-session.ts'
import { findViewerStatement } from './queries.ts'
import { toViewer } from './viewer.ts'

/** The signed-in person as the database knows them now; 401 when the session has been revoked. */
export async function requireViewer(c: AppContext): Promise<Viewer> {
  const session = requireSession(c)
  const portraitOf = await portraitsFor(c.env, session.sub, c.get('now'))
  const viewer = toViewer(await findViewerStatement(c.get('db'), session, c.get('now')), portraitOf)
  if (!viewer) throw new AppError('The session has ended', { status: 401, code: 'unauthorized' })
  return viewer
}

/**
 * The same, as a member. For what changes something: a token alone outlives the session that it was made for by minutes,
 * and must not write in a member's name after they have signed out.
 */
export async function requireMember(c: AppContext): Promise<Viewer> {
  requireMemberSession(c)
  return requireViewer(c)
}
