import { portraitsFor } from '#features/photos/server/public.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import type { AppContext } from '#server/context.ts'
import { requireSession, sessionEnded } from '#server/auth/require-session.ts'
import { findViewerStatement } from './queries.ts'
import type { Subject } from './tokens/access-token.ts'
import { toViewer } from './viewer.ts'

/** Returns the signed-in person as stored in the database now; null for guests, and if the session was revoked. */
export async function findViewer(c: AppContext): Promise<Viewer | null> {
  const session = c.get('session')
  return session && viewerOf(c, session)
}

/** As `findViewer`, for a session that this request has started. */
export async function viewerOf(c: AppContext, session: Subject): Promise<Viewer | null> {
  const portraitOf = await portraitsFor(c.env, session.sub, c.get('now'))
  return toViewer(await findViewerStatement(c.get('db'), session, c.get('now')), portraitOf)
}

/** As `findViewer`; throws 401 without a viewer. `rows`: of `findViewerStatement`, if this request has read them. */
export async function requireViewer(c: AppContext, rows?: unknown): Promise<Viewer> {
  const session = requireSession(c)
  const viewer = rows === undefined ? await findViewer(c) : toViewer(rows, await portraitsFor(c.env, session.sub, c.get('now')))
  if (!viewer) throw sessionEnded()
  return viewer
}
