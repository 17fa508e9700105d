import { createContext } from 'react'
import type { Refused } from '../routing/action.ts'

/** Null: done, and another page comes. `offline` and `internal`: the text of `common.error` that says why it is not. */
export type SessionOutcome = Refused | 'offline' | 'internal' | null

/** The page's session as its forms see it (spec §7 'Session calls'). No call rejects. */
export type SessionCalls = {
  /** Sends credentials with any extra fields, takes the token of the answer and fetches the session; then goes where it says. */
  signIn(credentials: Record<'email' | 'password', unknown>, extra?: Record<string, unknown>): Promise<SessionOutcome>
  /** Sends the sign-up, then goes on as a sign-in does; with `preventLogin` the server starts no session, and the page stays. */
  signUp(body: Record<string, unknown>, options?: { preventLogin?: boolean }): Promise<SessionOutcome>
  /** Clears data and token, calls the endpoint with the token, goes where it says. A refused one leaves all as it was. */
  signOut(): Promise<SessionOutcome>
}

/** Opens the page's one session store, whose script comes at the press, and rejects when it cannot. Null on the server. */
export const SessionContext = createContext<(() => Promise<SessionCalls>) | null>(null)
