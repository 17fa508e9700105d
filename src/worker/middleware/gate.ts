import type { MemberState, Viewer } from '#shared/bootstrap.ts'
import { loginRoute, memberHome, routes, type Route, type Rule } from '#shared/routing/routes.ts'

/** A gate's decision. `next` adds the refused URL to that of the sign-in page. */
export type Decision =
  | { kind: 'allow' }
  | { kind: 'redirect'; route: StaticRoute; next?: boolean }
  | { kind: 'remembered' }
  /** Leads to the consent step of the sign-in page. */
  | { kind: 'consent' }
  /** Leads to the only page of a deleted account. */
  | { kind: 'welcome-back' }
  | { kind: 'not-found' }

/** A route without parameters: gates only redirect to such routes. */
export type StaticRoute =
  | typeof routes.home
  | typeof routes.signIn
  | typeof routes.emailVerify
  | typeof routes.questionnaire
  | typeof routes.peopleNearby
  | typeof routes.restricted

export type GateFacts = {
  viewer: Pick<Viewer, 'state'> | null
  /** A guest opened the page with a `?t=` token of a pending registration. */
  hasLiveRegistration: boolean
  /** The URL is the callback of the provider sign-in that this very browser started within the last ten minutes. */
  hasProviderAttempt: boolean
  /** The URL is an emailed link that undoes a change of address; it opens for signed-in visitors too. */
  hasUndoLink?: boolean
  /** The path names a city. */
  isCity?: boolean
  /** A text that the member agreed to has a new version. */
  owesConsent?: boolean
  /** The URL is the step that asks for consent again. */
  isConsentStep?: boolean
  /** The URL is the step about deleting the account, which is open to everybody who is signed in. */
  isDeleteStep?: boolean
  /** The URL is the step of a deleted account. */
  isWelcomeBackStep?: boolean
}

const allow: Decision = { kind: 'allow' }
const notFound: Decision = { kind: 'not-found' }

/**
 * First gate, by the token alone, before any database read. Throws for a rule unknown to the table (spec §8 'Unknown route
 * rule').
 */
export function tokenGate(route: Route, isSignedIn: boolean): Decision {
  requireKnownRules(route)
  if (route.auth === 'required' && !isSignedIn) return { kind: 'redirect', route: loginRoute, next: true }
  if (route.auth === 'guest' && isSignedIn && route.signedInTo === 'sign-in') return { kind: 'redirect', route: loginRoute }
  return allow
}

/**
 * Second gate, by the viewer's row and state (spec §2 'Navigation rules'). It first redirects viewers who do not belong
 * on the page; then every rule of the route must hold.
 */
export function viewerGate(route: Route, facts: GateFacts): Decision {
  requireKnownRules(route)
  // Before all others: a path without a page must not redirect a member elsewhere.
  if (route.rules?.includes('city') && !facts.isCity) return notFound
  if (facts.viewer && isOpenToLeaving(route, facts)) return allow
  if (facts.viewer?.state === 'deleted') return whereStateBelongs('deleted')
  if (isAskedAgain(facts)) return isOpenToAsked(route, facts) ? allow : { kind: 'consent' }
  const decisions = [authGate(route, facts), ...(route.rules ?? []).map((rule) => judgeRule(rule, route, facts))]
  return decisions.find(({ kind }) => kind !== 'allow') ?? allow
}

/**
 * Unfinished and finished members are asked first of all. Restricted members see their page first, and registrations have their
 * own consents.
 */
function isAskedAgain({ viewer, owesConsent = false }: GateFacts): boolean {
  return owesConsent && viewer !== null && (viewer.state === 'incomplete' || isFinished(viewer.state))
}

/** The step itself, and the link that undoes a change of address: defence against an attack must not wait for consent. */
function isOpenToAsked(route: Route, { isConsentStep = false, hasUndoLink = false }: GateFacts): boolean {
  return route.key === routes.signIn.key && (isConsentStep || hasUndoLink)
}

/** The way out of an account in any other state, and the way back into a deleted one. */
function isOpenToLeaving(route: Route, { viewer, isDeleteStep, isWelcomeBackStep, hasUndoLink }: GateFacts): boolean {
  if (route.key !== routes.signIn.key) return false
  return viewer?.state === 'deleted' ? isWelcomeBackStep === true || hasUndoLink === true : isDeleteStep === true
}

function authGate(route: Route, { viewer }: GateFacts): Decision {
  if (route.auth === 'required') {
    if (!viewer) return { kind: 'redirect', route: loginRoute, next: true }
    if (route.key === routes.restricted.key && isFinished(viewer.state)) return { kind: 'redirect', route: memberHome }
    const isTheirs = route.key === routes.restricted.key ? viewer.state === 'restricted' : isFinished(viewer.state)
    return isTheirs ? allow : whereStateBelongs(viewer.state)
  }
  if (route.auth === 'guest' && viewer) return whereStateBelongs(viewer.state)
  return allow
}

function judgeRule(rule: Rule, route: Route, facts: GateFacts): Decision {
  switch (rule) {
    case 'registration':
      return registrationRule(route, facts) ? allow : notFound
    case 'sign-in':
      return facts.viewer && !facts.hasUndoLink ? whereStateBelongs(facts.viewer.state) : allow
    case 'city':
      return facts.isCity ? allow : notFound
    case 'google-login':
      return facts.hasProviderAttempt ? allow : notFound
    default:
      throw unknownRule(rule satisfies never)
  }
}

function registrationRule(route: Route, { viewer, hasLiveRegistration }: GateFacts): boolean {
  if (route.key === 'questionnaire') return viewer?.state === 'incomplete'
  return viewer ? viewer.state === 'unverified' : hasLiveRegistration
}

/** Where signed-in members go from pages that are not for them: their next step, or else the remembered page. */
export function whereStateBelongs(state: MemberState): Decision {
  if (state === 'unverified') return { kind: 'redirect', route: routes.emailVerify }
  if (state === 'incomplete') return { kind: 'redirect', route: routes.questionnaire }
  if (state === 'restricted') return { kind: 'redirect', route: routes.restricted }
  if (state === 'deleted') return { kind: 'welcome-back' }
  return { kind: 'remembered' }
}

export const fallbackRoute: StaticRoute = memberHome

function isFinished(state: MemberState): boolean {
  return state === 'complete' || state === 'paused'
}

const knownRules: ReadonlySet<string> = new Set<Rule>(['registration', 'sign-in', 'google-login', 'city'])

function requireKnownRules(route: Route): void {
  const unknown = route.rules?.find((rule) => !knownRules.has(rule))
  if (unknown !== undefined) throw unknownRule(unknown)
}

function unknownRule(rule: string): Error {
  return new Error(
    `Unknown route rule: ${rule}. Add it to src/worker/middleware/gate.ts or correct src/shared/routing/routes.ts.`,
  )
}
