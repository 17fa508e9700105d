import type { MemberState } from '#shared/bootstrap.ts'
import { href, parseLocalPath } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { deleteStep, welcomeBackStep } from '#shared/routing/account-steps.ts'
import { findRoute } from '#shared/routing/match.ts'
import { memberHome, routes } from '#shared/routing/routes.ts'
import { confirmationLifetimeMs, refreshGraceMs, refreshTokenMs, sessionLifetimeMs } from '#features/auth/contract.ts'

export type RefreshFacts = {
  createdAt: number
  supersededAt: number | null
  /** The tokens issued for it: one, or two around a change of the secret. */
  successors: readonly { supersededAt: number | null }[]
  revokedAt: number | null
  sessionCreatedAt: number
  sessionExpiresAt: number
}

/**
 * Judges a refresh token. `current` gets a successor. `superseded` gets the same successor, for requests that were in flight
 * together. `reused` was stolen or lost, so the whole session ends. `dead` is worthless. Only the token directly before the
 * current one has a grace period: a browser that presents an older one never received the later ones.
 */
export function judgeRefresh(facts: RefreshFacts | null, now: number): 'current' | 'superseded' | 'reused' | 'dead' {
  if (!facts || facts.revokedAt !== null || facts.sessionExpiresAt <= now) return 'dead'
  if (facts.sessionCreatedAt + sessionLifetimeMs <= now) return 'dead'
  if (facts.supersededAt === null) return facts.createdAt + refreshTokenMs <= now ? 'dead' : 'current'
  const isBeforeCurrent = facts.successors.every(({ supersededAt }) => supersededAt === null)
  return isBeforeCurrent && now - facts.supersededAt <= refreshGraceMs ? 'superseded' : 'reused'
}

/** Returns when a session used now will end: after 60 days without use, and 180 days after its sign-in at the latest. */
export function sessionEnd(createdAt: number, now: number): number {
  return Math.min(now + refreshTokenMs, createdAt + sessionLifetimeMs)
}

/** True if a session's owner has proved their identity recently enough for sensitive changes. */
export function isFreshlyConfirmed(confirmedAt: number | null, now: number): boolean {
  return confirmedAt !== null && now - confirmedAt <= confirmationLifetimeMs
}

/** The page about deleting the account, which is open in every state. */
function isDeleteStep(path: string): boolean {
  const [pathname = '', query = ''] = path.split('?')
  return query === `step=${deleteStep}` && findRoute(pathname)?.route.key === routes.signIn.key
}

/** Returns the page after signing in: the next step of an unfinished account, else the remembered page, else the home page. */
export function pathAfterSignIn(state: MemberState, next: unknown, locale: LocaleCode): string {
  if (state === 'deleted') return href(routes.signIn, {}, { locale, query: { step: welcomeBackStep } })
  const remembered = parseLocalPath(next)
  if (remembered !== null && isDeleteStep(remembered)) return remembered
  if (state === 'unverified') return href(routes.emailVerify, {}, { locale })
  if (state === 'incomplete') return href(routes.questionnaire, {}, { locale })
  if (state === 'restricted') return href(routes.restricted, {}, { locale })
  const [pathname = ''] = remembered?.split(/[?#]/) ?? []
  return remembered && findRoute(pathname)?.route.auth === 'required' ? remembered : href(memberHome, {}, { locale })
}
