import { createMiddleware } from 'hono/factory'
import { pathAfterSignIn } from '#features/auth/session/server/public.ts'
import { findMember } from '#server/auth/require-member.ts'
import { sessionEnded } from '#server/auth/require-session.ts'
import { AppError } from '#shared/errors.ts'
import { isFormPost } from '#server/actions/body.ts'
import type { AppEnv } from '#server/context.ts'

/**
 * Refuses a restricted member with 403 and a deleted member with 401, a plain form with a redirect to their only page. Exempt are
 * the session, the language, the appeal, the deletion, and emailed codes and links that protect an account. The token carries no state, so a
 * restriction takes effect as soon as it is written.
 */
export function requireActiveMember({ exempt }: { exempt: ReadonlySet<string> }) {
  const patterns = [...exempt]
    .filter((path) => path.includes(':'))
    .map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))
  const isExempt = (path: string) => exempt.has(path) || patterns.some((pattern) => pattern.test(path))
  return createMiddleware<AppEnv>(async function refuseBarred(c, next) {
    const member = isExempt(c.req.path) ? null : await findMember(c)
    if (member?.state !== 'restricted' && member?.state !== 'deleted') return next()
    if (isFormPost(c)) return c.redirect(pathAfterSignIn(member.state, null, c.get('locale').code), 303)
    if (member.state === 'deleted') throw sessionEnded()
    throw new AppError('The member is restricted', { status: 403, code: 'restricted' })
  })
}
