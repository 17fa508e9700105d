import { createMiddleware } from 'hono/factory'
import { pathAfterSignIn } from '#features/auth/session/server/public.ts'
import { findMember } from '#server/auth/require-member.ts'
import { sessionEnded } from '#server/auth/require-session.ts'
import { AppError } from '#shared/errors.ts'
import { isFormPost } from '#server/actions/body.ts'
import type { AppContext, AppEnv, Member } from '#server/context.ts'

/**
 * Refuses a restricted member with 403 and a deleted member with 401, a plain form with a redirect to their only page. Exempt are
 * the session, the language, the appeal, the deletion, and emailed codes and links that protect an account. The token carries no state, so a
 * restriction takes effect as soon as it is written. Actions of one batch (`oneBatch`) read the member themselves and write nothing
 * for a barred one, so their answer is replaced.
 */
export function requireActiveMember({ exempt, oneBatch }: { exempt: ReadonlySet<string>; oneBatch: ReadonlySet<string> }) {
  const patterns = [...exempt]
    .filter((path) => path.includes(':'))
    .map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))
  const isExempt = (path: string) => exempt.has(path) || patterns.some((pattern) => pattern.test(path))
  return createMiddleware<AppEnv>(async function refuseBarred(c, next) {
    if (oneBatch.has(c.req.path)) {
      await next()
      const refusal = refusalOf(c, (await c.get('member')) ?? null)
      if (!refusal) return
      // Otherwise Hono would keep the headers of the replaced answer, such as the cookie of a flash.
      c.res = undefined
      c.res = refusal()
      return
    }
    const refusal = refusalOf(c, isExempt(c.req.path) ? null : await findMember(c))
    return refusal ? refusal() : next()
  })
}

/** Null for a member who may act. The refusal of a script is thrown. */
function refusalOf(c: AppContext, member: Member | null): (() => Response) | null {
  const state = member?.state
  if (state !== 'restricted' && state !== 'deleted') return null
  return () => {
    if (isFormPost(c)) {
      // `c.redirect` would work on the headers of an answer that is already there.
      return new Response(null, { status: 303, headers: { Location: pathAfterSignIn(state, null, c.get('locale').code) } })
    }
    if (state === 'deleted') throw sessionEnded()
    throw new AppError('The member is restricted', { status: 403, code: 'restricted' })
  }
}
