import * as v from 'valibot'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { sessionActions } from '#features/auth/contract.ts'
import { signInInput } from './schemas.ts'
import { answer, on } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import { cookieNames, readCookie } from '#server/cookies.ts'
import { requireMemberSession, requireSession, sessionEnded } from '#server/auth/require-session.ts'
import { requireMember } from '#server/auth/require-member.ts'
import { continueSession, endSession, saveRefreshToken } from './browser-session.ts'
import { findViewerStatement } from './queries.ts'
import { issueRealtimeToken } from './tokens/realtime-token.ts'
import { renewSession } from './tokens/refresh.ts'
import { requireViewer } from './require-viewer.ts'
import { signIn } from './sign-in.ts'
import { toViewer } from './viewer.ts'

/** Session calls (spec §7). */
export const sessionRoutes = handle(sessionActions, {
  signIn: on(signInInput, signIn),
  signOut: on(v.object({}), async (c) => {
    await endSession(c)
    return { to: href(routes.home, {}, { locale: c.get('locale').code }) }
  }),
  current: answer(async (c) => ({ user: await requireViewer(c), token: requireSession(c).token })),
  status: answer(async (c) => {
    const session = c.get('session')
    const viewer = session && toViewer(await findViewerStatement(c.get('db'), session, c.get('now')))
    return { user: viewer && { id: viewer.id, state: viewer.state } }
  }),
  refresh: answer(async (c) => {
    const renewal = await renewSession(c, readCookie(c, cookieNames.refresh) ?? '')
    if (!renewal) throw sessionEnded()
    const token = await continueSession(c, renewal.subject, renewal.expiresAt)
    saveRefreshToken(c, renewal.refreshToken, renewal.expiresAt)
    return { user: await requireViewer(c, renewal.viewerRows), token }
  }),
  realtimeToken: answer(async (c) => {
    await requireMember(c)
    return { token: await issueRealtimeToken(c.env, requireMemberSession(c), c.get('now')) }
  }),
})
