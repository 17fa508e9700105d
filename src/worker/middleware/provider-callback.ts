import { createMiddleware } from 'hono/factory'
import { findCallbackProvider, finishSignIn } from '#features/auth/providers/server/public.ts'
import { findViewerStatement } from '#features/auth/session/server/public.ts'
import { findRoute } from '#shared/routing/match.ts'
import type { AppContext, AppEnv } from '#server/context.ts'

/**
 * Handles a guest's return from a provider. It exchanges the code here, because a page's load only reads. All other requests
 * continue to the page's gates, which redirect signed-in visitors; a prefetch changes nothing.
 */
export function providerCallback() {
  return createMiddleware<AppEnv>(async function answerProvider(c, next) {
    const match = c.req.method === 'GET' && !isAhead(c) ? findRoute(c.req.path) : null
    const provider = match ? findCallbackProvider(match.route.key) : undefined
    if (!provider || (await isSignedIn(c))) return next()
    const answer = await finishSignIn(c, provider)
    if (answer) return answer
    const { respondNotFound } = await import('#worker/render/not-found.ts')
    return respondNotFound(c, null, 'rule', 'document')
  })
}

/** A prefetch changes nothing. */
function isAhead(c: AppContext): boolean {
  return /prefetch|prerender/i.test(`${c.req.header('sec-purpose') ?? ''} ${c.req.header('purpose') ?? ''}`)
}

/** Checked in the database: a revoked session does not count. */
async function isSignedIn(c: AppContext): Promise<boolean> {
  const session = c.get('session')
  return session !== null && (await findViewerStatement(c.get('db'), session, c.get('now'))).length > 0
}
