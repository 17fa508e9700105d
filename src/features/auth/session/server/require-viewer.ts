import { portraitsFor } from '#features/photos/server/public.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import type { AppContext } from '#server/context.ts'
import { requireSession, sessionEnded } from '#server/auth/require-session.ts'
import { findViewerStatement } from './queries.ts'
import { toViewer } from './viewer.ts'

/** The signed-in person as the database knows them now; 401 when the session has been revoked. */
export async function requireViewer(c: AppContext): Promise<Viewer> {
  const session = requireSession(c)
  const portraitOf = await portraitsFor(c.env, session.sub, c.get('now'))
  const viewer = toViewer(await findViewerStatement(c.get('db'), session, c.get('now')), portraitOf)
  if (!viewer) throw sessionEnded()
  return viewer
}
