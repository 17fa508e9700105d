import type { MemberState, Viewer } from '#shared/bootstrap.ts'
import { loginRoute, memberHome, routes, type Route } from '#shared/routes.ts'

/** What a gate decides. `next` on the way to the sign-in page carries the refused address along. */
export type Decision =
  | { kind: 'allow' }
  | { kind: 'redirect'; route: StaticRoute; next?: boolean }
  | { kind: 'remembered' }
  | { kind: 'not-found' }

/** A route without parameters: the only kind a gate sends anyone to. */
export type StaticRoute =
  | typeof routes.home
  | typeof routes.signIn
  | typeof routes.emailVerify
  | typeof routes.questionnaire
  | typeof routes.peopleNearby

export type GateFacts = {
  viewer: Pick<Viewer, 'state'> | null
  /** A guest opened the page with a `?t=` token of a registration that still waits. */
  hasLiveRegistration: boolean
}

const allow: Decision = { kind: 'allow' }
const notFound: Decision = { kind: 'not-found' }

/**
 * First gate, by the token alone, before any database read. Also the place where an unknown rule of the table throws
 * (spec §8 'Unknown route rule').
 */
export function tokenGate(route: Route, isSignedIn: boolean): Decision {
  requireKnownRule(route.rule)
  if (route.auth === 'required' && !isSignedIn) return { kind: 'redirect', route: loginRoute, next: true }
  if (route.auth === 'guest' && isSignedIn && route.signedInTo === 'sign-in') return { kind: 'redirect', route: loginRoute }
  return allow
}

/** Second gate, by the viewer's row: who they are and how far they have come (spec §2 'Navigation rules'). */
export function viewerGate(route: Route, facts: GateFacts): Decision {
  const { viewer } = facts
  switch (requireKnownRule(route.rule)) {
    case 'registration':
      return registrationRule(route, facts) ? allow : notFound
    case 'sign-in':
      return viewer ? whereStateBelongs(viewer.state) : allow
    case undefined:
      break
  }
  if (route.auth === 'required') {
    if (!viewer) return { kind: 'redirect', route: loginRoute, next: true }
    return isFinished(viewer.state) ? allow : whereStateBelongs(viewer.state)
  }
  if (route.auth === 'guest' && viewer) return whereStateBelongs(viewer.state)
  return allow
}

function registrationRule(route: Route, { viewer, hasLiveRegistration }: GateFacts): boolean {
  if (route.key === 'questionnaire') return viewer?.state === 'incomplete'
  return viewer ? viewer.state === 'unverified' : hasLiveRegistration
}

/** Where a signed-in member goes whose page is not for them: their next step, else the remembered page. */
export function whereStateBelongs(state: MemberState): Decision {
  if (state === 'unverified') return { kind: 'redirect', route: routes.emailVerify }
  if (state === 'incomplete') return { kind: 'redirect', route: routes.questionnaire }
  return { kind: 'remembered' }
}

export const fallbackRoute: StaticRoute = memberHome

function isFinished(state: MemberState): boolean {
  return state === 'complete' || state === 'paused'
}

function requireKnownRule(rule: string | undefined): 'registration' | 'sign-in' | undefined {
  if (rule === undefined || rule === 'registration' || rule === 'sign-in') return rule
  throw new Error(`Unknown route rule: ${rule}. Add it to src/worker/middleware/gate.ts or correct src/shared/routes.ts.`)
}
