import { createMiddleware } from 'hono/factory'
import { findCallbackProvider, finishSignIn } from '#features/auth/providers/server/public.ts'
import { findViewerStatement } from '#features/auth/session/server/public.ts'
import { findRoute } from '#shared/routing/match.ts'
import type { AppContext, AppEnv } from '#server/context.ts'
import { respondNotFound } from '#worker/render/not-found.ts'

/**
 * A guest who comes back from a provider: the code is traded here, because a page's load only reads. Everyone else goes
 * on to the page's own gates: signed-in visitors are sent on there, and what a browser fetches ahead changes nothing.
 */
export function providerCallback() {
  return createMiddleware<AppEnv>(async function answerProvider(c, next) {
    const match = c.req.method === 'GET' && !isAhead(c) ? findRoute(c.req.path) : null
    const provider = match ? findCallbackProvider(match.route.key) : undefined
    if (!provider || (await isSignedIn(c))) return next()
    return (await finishSignIn(c, provider)) ?? respondNotFound(c, null, 'rule', 'document')
  })
}

/** Fetched before anyone asked for it. */
function isAhead(c: AppContext): boolean {
  return /prefetch|prerender/i.test(`${c.req.header('sec-purpose') ?? ''} ${c.req.header('purpose') ?? ''}`)
}

/** By the database: a session that was revoked is none. */
async function isSignedIn(c: AppContext): Promise<boolean> {
  const session = c.get('session')
  return session !== null && (await findViewerStatement(c.get('db'), session, c.get('now'))).length > 0
}
