import { createContext } from 'react'
import type { Refused } from '../routing/action.ts'

/**
 * Null: done, and another page follows. `offline` and `internal`: the text of `common.error` that gives the reason for the
 * failure.
 */
export type SessionOutcome = Refused | 'offline' | 'internal' | null

/** The page's session as its forms see it (spec §7 'Session calls'). No call rejects. */
export type SessionCalls = {
  /**
   * Sends credentials with any extra fields, takes the token from the answer, fetches the session, then goes to the page that the
   * answer names.
   */
  signIn(credentials: Record<'email' | 'password', unknown>, extra?: Record<string, unknown>): Promise<SessionOutcome>
  /** Sends a passkey's answer to a challenge, then continues in the same way. */
  signInByPasskey(answer: unknown, extra?: Record<string, unknown>): Promise<SessionOutcome>
  /** Sends the sign-up, then continues like a sign-in; with `preventLogin` the server starts no session, and the page stays. */
  signUp(body: Record<string, unknown>, options?: { preventLogin?: boolean }): Promise<SessionOutcome>
  /**
   * Clears data and token, calls the endpoint with the token, goes to the page that the answer names. A refusal leaves everything
   * unchanged.
   */
  signOut(): Promise<SessionOutcome>
}

/** Opens the page's single session store, whose script is loaded at the press; rejects if it cannot be. Null on the server. */
export const SessionContext = createContext<(() => Promise<SessionCalls>) | null>(null)
