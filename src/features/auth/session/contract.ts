import * as v from 'valibot'
import type { Viewer } from '#shared/bootstrap.ts'
import { emailInput } from '#shared/text/email-address.ts'
import { action, read } from '#shared/routing/action.ts'

/** Lifetime of an access token. */
export const accessTokenMs = 10 * 60_000
export const refreshTokenMs = 60 * 24 * 60 * 60_000
/** A session ends this long after its sign-in, however it was used: then the password is asked for again. */
export const sessionLifetimeMs = 180 * 24 * 60 * 60_000
/** For this long a superseded token still gets its successor; later its use revokes the session. */
export const refreshGraceMs = 30_000
/** For this long after signing in or confirming the password, sensitive changes need no further proof. */
export const confirmationLifetimeMs = 10 * 60_000
/** Lifetime of the cookie by which a browser is recognised. */
export const deviceCookieMs = 365 * 24 * 60 * 60_000

export type OwnSession = { user: Viewer; token: string }

/**
 * Calls of spec §7; without a live session they answer 401. `status` reports whose session it is and does not fail
 * without one.
 */
export const sessionActions = {
  signIn: action<OwnSession>('/api/auth/sign-in', 'sign-in', { openToRestricted: true }),
  signOut: action('/api/auth/sign-out', 'sign-out', { openToRestricted: true }),
  current: read<OwnSession>('/api/auth/session', { openToRestricted: true }),
  status: read<{ user: Pick<Viewer, 'id' | 'state'> | null }>('/api/auth/status', { openToRestricted: true }),
  refresh: action<OwnSession>('/api/auth/refresh', '', { openToRestricted: true }),
  /** The bearer of channel joins, 10 minutes. */
  realtimeToken: read<{ token: string }>('/api/realtime/token'),
}

export const signInInput = v.object({
  email: emailInput,
  /** The only rule is a length that hashing can bear: a password that was accepted once must still pass. */
  password: v.pipe(v.string('invalid'), v.nonEmpty('required'), v.maxLength(1024, 'password-long')),
  /** The remembered page. */
  next: v.optional(v.string()),
})
export type SignInInput = v.InferOutput<typeof signInInput>

/** Facts that the sign-in page shows. */
export type SignInProps = {
  /** Rides along in the form: the page that the visitor was on their way to. */
  next: string | null
  /** What the visitor has just done: confirmed their address, asked for another e-mail, or chosen a new password. */
  step: SignInStep | null
}

export const signInSteps = ['verified', 'sent', 'renewed'] as const
export type SignInStep = (typeof signInSteps)[number]
