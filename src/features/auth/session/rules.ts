import type { MemberState } from '#shared/bootstrap.ts'
import { href, parseLocalPath } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { findRoute } from '#shared/routing/match.ts'
import { memberHome, routes } from '#shared/routing/routes.ts'
import { confirmationLifetimeMs, refreshGraceMs, refreshTokenMs, sessionLifetimeMs } from './contract.ts'

export type RefreshFacts = {
  createdAt: number
  supersededAt: number | null
  /** The tokens that it was traded for: one, or two around a change of the secret. */
  successors: readonly { supersededAt: number | null }[]
  revokedAt: number | null
  sessionCreatedAt: number
  sessionExpiresAt: number
}

/**
 * What a refresh token is worth: `current` gets a successor; `superseded` gets the very same one, for requests that were
 * under way together; `reused` was stolen or lost, so the whole session ends; `dead` is worth nothing. Only the token
 * directly before the current one has a grace: whoever shows an older one has not got what the browser got since.
 */
export function judgeRefresh(facts: RefreshFacts | null, now: number): 'current' | 'superseded' | 'reused' | 'dead' {
  if (!facts || facts.revokedAt !== null || facts.sessionExpiresAt <= now) return 'dead'
  if (facts.sessionCreatedAt + sessionLifetimeMs <= now) return 'dead'
  if (facts.supersededAt === null) return facts.createdAt + refreshTokenMs <= now ? 'dead' : 'current'
  const isBeforeCurrent = facts.successors.every(({ supersededAt }) => supersededAt === null)
  return isBeforeCurrent && now - facts.supersededAt <= refreshGraceMs ? 'superseded' : 'reused'
}

/** When a session ends that is used now: unused after 60 days, and 180 days after its sign-in in any case. */
export function sessionEnd(createdAt: number, now: number): number {
  return Math.min(now + refreshTokenMs, createdAt + sessionLifetimeMs)
}

/** Whether a session's owner has shown a moment ago that it is them, so that nothing more needs to be asked. */
export function isFreshlyConfirmed(confirmedAt: number | null, now: number): boolean {
  return confirmedAt !== null && now - confirmedAt <= confirmationLifetimeMs
}

/** Where someone goes after signing in: the next step of an unfinished account, else the remembered page, else home. */
export function pathAfterSignIn(state: MemberState, next: unknown, locale: LocaleCode): string {
  if (state === 'unverified') return href(routes.emailVerify, {}, { locale })
  if (state === 'incomplete') return href(routes.questionnaire, {}, { locale })
  if (state === 'restricted') return href(routes.restricted, {}, { locale })
  const remembered = parseLocalPath(next)
  const [pathname = ''] = remembered?.split(/[?#]/) ?? []
  return remembered && findRoute(pathname)?.route.auth === 'required' ? remembered : href(memberHome, {}, { locale })
}
