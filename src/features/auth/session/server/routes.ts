import { Hono } from 'hono'
import * as v from 'valibot'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { signInForm, signInInput } from '../contract.ts'
import { action } from '#server/actions/action.ts'
import type { AppEnv } from '#server/context.ts'
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

/**
 * Session calls (spec §7), under /api/auth. Their answers are `{user, token}`; without a live session 401. `/status`
 * answers whose it is, `{user: {id, state} | null}`, to whom having none is no failure.
 */
export const sessionRoutes = new Hono<AppEnv>()
  .post('/sign-in', action(signInForm, signInInput, signIn))
  .get('/session', async (c) => c.json({ user: await requireViewer(c), token: requireSession(c).token }))
  .get('/status', async (c) => {
    const session = c.get('session')
    const viewer = session && toViewer(await findViewerStatement(c.get('db'), session, c.get('now')))
    return c.json({ user: viewer && { id: viewer.id, state: viewer.state } })
  })
  .post('/refresh', async (c) => {
    const renewal = await renewSession(c, readCookie(c, cookieNames.refresh) ?? '')
    if (!renewal) throw sessionEnded()
    const token = await continueSession(c, renewal.subject, renewal.expiresAt)
    saveRefreshToken(c, renewal.refreshToken, renewal.expiresAt)
    return c.json({ user: await requireViewer(c), token })
  })
  .post(
    '/sign-out',
    action('sign-out', v.object({}), async (c) => {
      await endSession(c)
      return { to: href(routes.home, {}, { locale: c.get('locale').code }) }
    }),
  )

/** GET /api/realtime/token → `{token}`: the bearer of channel joins, 10 minutes. */
export const realtimeTokenRoutes = new Hono<AppEnv>().get('/token', async (c) => {
  await requireMember(c)
  return c.json({ token: await issueRealtimeToken(c.env, requireMemberSession(c), c.get('now')) })
})
