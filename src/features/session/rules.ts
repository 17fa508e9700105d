import type { MemberState } from '#shared/bootstrap.ts'
import { href, parseLocalPath } from '#shared/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { findRoute } from '#shared/match.ts'
import { memberHome, routes } from '#shared/routes.ts'
import { confirmationLifetimeMs, refreshGraceMs, refreshTokenMs } from './contract.ts'

export type RefreshFacts = { createdAt: number; supersededAt: number | null; revokedAt: number | null; sessionExpiresAt: number }

/**
 * What a refresh token is worth: `current` gets a successor; `superseded` within the grace gets the very same one, for
 * requests that were under way together; `reused` was stolen or lost, so the whole session ends; `dead` is worth nothing.
 */
export function judgeRefresh(facts: RefreshFacts | null, now: number): 'current' | 'superseded' | 'reused' | 'dead' {
  if (!facts || facts.revokedAt !== null || facts.sessionExpiresAt <= now) return 'dead'
  if (facts.supersededAt !== null) return now - facts.supersededAt <= refreshGraceMs ? 'superseded' : 'reused'
  return facts.createdAt + refreshTokenMs <= now ? 'dead' : 'current'
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
