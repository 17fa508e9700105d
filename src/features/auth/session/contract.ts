import * as v from 'valibot'
import type { Viewer } from '#shared/bootstrap.ts'
import { action, read } from '#shared/routing/action.ts'

/** Life of the two tokens. */
export const accessTokenMs = 10 * 60_000
export const refreshTokenMs = 60 * 24 * 60 * 60_000
/** A session ends so long after its sign-in, however it was used: then the password is asked for again. */
export const sessionLifetimeMs = 180 * 24 * 60 * 60_000
/** A token just superseded answers its successor for so long; later its use revokes the session. */
export const refreshGraceMs = 30_000
/** So long after signing in, or confirming the password, sensitive changes ask for nothing more. */
export const confirmationLifetimeMs = 10 * 60_000
/** The cookie by which a browser is known again. */
export const deviceCookieMs = 365 * 24 * 60 * 60_000

export type OwnSession = { user: Viewer; token: string }

/** Calls of spec §7; without a live session they answer 401. `status` says whose it is, to whom having none is no failure. */
export const sessionActions = {
  signIn: action<OwnSession>('/api/auth/sign-in', 'sign-in', { openToRestricted: true }),
  signOut: action('/api/auth/sign-out', 'sign-out', { openToRestricted: true }),
  current: read<OwnSession>('/api/auth/session', { openToRestricted: true }),
  status: read<{ user: Pick<Viewer, 'id' | 'state'> | null }>('/api/auth/status', { openToRestricted: true }),
  refresh: action<OwnSession>('/api/auth/refresh', '', { openToRestricted: true }),
  /** The bearer of channel joins, 10 minutes. */
  realtimeToken: read<{ token: string }>('/api/realtime/token'),
}

/** The longest name of a mailbox, and the longest address that fits into an envelope (RFC 5321 §4.5.3.1). */
const longestName = 64
const longestAddress = 254

/**
 * Addresses are stored and compared in lower case. What a browser takes in a field of type `email` is one, by the same
 * expression, if mail can be sent to it: a host on the internet has a dot, and a name has its length.
 */
export const emailInput = v.pipe(
  v.string('invalid'),
  v.trim(),
  v.nonEmpty('required'),
  v.maxLength(longestAddress, 'email'),
  v.toLowerCase(),
  v.rfcEmail('email'),
  v.check((email) => email.indexOf('@') <= longestName && email.slice(email.indexOf('@')).includes('.'), 'email'),
)

export const signInInput = v.object({
  email: emailInput,
  /** No rule but a length that hashing can bear: what was a password once must still be one. */
  password: v.pipe(v.string('invalid'), v.nonEmpty('required'), v.maxLength(1024, 'password-long')),
  /** The remembered page. */
  next: v.optional(v.string()),
})
export type SignInInput = v.InferOutput<typeof signInInput>

/** What the sign-in page shows. */
export type SignInProps = {
  /** Goes along with the form: where the visitor was on their way to. */
  next: string | null
  /** What the visitor has just done: confirmed their address, asked for another letter, or chosen a new password. */
  step: SignInStep | null
}

export const signInSteps = ['verified', 'sent', 'renewed'] as const
export type SignInStep = (typeof signInSteps)[number]
