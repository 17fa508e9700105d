import { createMiddleware } from 'hono/factory'
import { findMember } from '#server/auth/require-member.ts'
import { sessionEnded } from '#server/auth/require-session.ts'
import { apiPaths } from '#shared/routing/api-paths.ts'
import { AppError } from '#shared/errors.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { isFormPost } from '#server/actions/body.ts'
import type { AppEnv } from '#server/context.ts'

/**
 * What stays open to a restricted member: their session, the language, the appeal, and what a letter's code or link lets
 * anyone do for the safety of an account. Legal texts are part of their page.
 */
const openPaths: ReadonlySet<string> = new Set([
  apiPaths.locale,
  apiPaths.plain,
  apiPaths.signIn,
  apiPaths.signOut,
  apiPaths.session,
  apiPaths.sessionStatus,
  apiPaths.refresh,
  apiPaths.appeal,
  apiPaths.askReset,
  apiPaths.resendReset,
  apiPaths.resetPassword,
  apiPaths.undoEmail,
  apiPaths.unsubscribe,
])

/**
 * Refuses every other call of a restricted member (403; a plain form goes to /restricted) and of a deleted one (401). The
 * token says nothing of it: a state counts from the moment it is written.
 */
export function requireActiveMember() {
  return createMiddleware<AppEnv>(async function refuseBarred(c, next) {
    const member = openPaths.has(c.req.path) ? null : await findMember(c)
    if (member?.state === 'deleted') throw sessionEnded()
    if (member?.state !== 'restricted') return next()
    if (isFormPost(c)) return c.redirect(href(routes.restricted, {}, { locale: c.get('locale').code }), 303)
    throw new AppError('The member is restricted', { status: 403, code: 'restricted' })
  })
}
