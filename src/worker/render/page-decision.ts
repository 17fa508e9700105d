import type { Viewer } from '#shared/bootstrap.ts'
import { href, parseLocalPath, withPrefix } from '#shared/routing/href.ts'
import { findRoute } from '#shared/routing/match.ts'
import { loginRoute, routes } from '#shared/routing/routes.ts'
import { pathAfterSignIn } from '#features/auth/session/server/public.ts'
import { consentStep } from '#features/legal/contract.ts'
import type { AppContext } from '#server/context.ts'
import { fallbackRoute, type Decision } from '#worker/middleware/gate.ts'
import { respondNotFound } from './not-found.ts'
import { pageUrl, redirectTo, type PageMode } from './page-url.ts'

type Refused = Exclude<Decision, { kind: 'allow' }>

/** Answers a decision against the page: a redirect or a 404. */
export async function respondDecision(
  c: AppContext,
  decision: Refused,
  mode: PageMode,
  viewer: Viewer | null = null,
): Promise<Response> {
  const { code: locale } = c.get('locale')
  switch (decision.kind) {
    case 'not-found':
      return respondNotFound(c, viewer, 'rule', mode)
    case 'remembered':
      return redirectTo(c, rememberedPath(c, mode), mode)
    case 'consent': {
      const query = { step: consentStep, next: findDestination(c, mode) }
      return redirectTo(c, href(loginRoute, {}, { locale, query }), mode)
    }
    case 'welcome-back':
      return redirectTo(c, pathAfterSignIn('deleted', null, locale), mode)
    case 'redirect': {
      const next = decision.next ? pageUrl(c, mode) : undefined
      const query = next && decision.route.key === loginRoute.key ? { next: next.pathname + next.search } : undefined
      return redirectTo(c, href(decision.route, {}, { locale, query }), mode)
    }
    default:
      throw new Error(`No answer to ${JSON.stringify(decision satisfies never)}`)
  }
}

/** Where a member wanted to go: the requested page, or else the page that the sign-in page remembers. */
function findDestination(c: AppContext, mode: PageMode): string | null {
  const { pathname, search, searchParams } = pageUrl(c, mode)
  return findRoute(pathname)?.route.auth === 'required' ? pathname + search : parseLocalPath(searchParams.get('next'))
}

/** The page remembered as `next`, if it is on this origin and not the sign-in page itself; otherwise people nearby. */
function rememberedPath(c: AppContext, mode: PageMode): string {
  const { code } = c.get('locale')
  const next = parseLocalPath(pageUrl(c, mode).searchParams.get('next'))
  const signIn = withPrefix(routes.signIn.path, code)
  return next && !next.startsWith(signIn) ? next : href(fallbackRoute, {}, { locale: code })
}
