import type { Context } from 'hono'
import type { Database } from '#db/database.ts'
import type { Flash } from '#shared/bootstrap.ts'
import type { HeldWindow } from '#shared/quota-day.ts'
import type { LocaleEntry } from '#shared/i18n/locales.ts'
import type { Env } from './env.ts'
import type { Steps } from './steps.ts'

/** The sender's session, by the token's claims alone; the database confirms it with the page's own batch. */
export type Session = {
  /** Member id, or the pending registration's id while `kind` is 'registration'. */
  sub: string
  sid: string
  kind: 'registration' | 'member'
  /** The access token, for answers that return it. */
  token: string
}

/** The member behind a live session, as read from the database in this request. */
export type Member = {
  id: string
  sid: string
  state: 'incomplete' | 'complete' | 'restricted' | 'paused' | 'deleted'
  firstName: string
  email: string
  locale: string
  timeZone: string
  /** Time of the member's last proof of identity, by password or provider; ms. */
  confirmedAt: number | null
  /** A quota's day before a change of the time zone, which still counts (`src/db/held-window.ts`). */
  held: HeldWindow
}

export type Variables = {
  requestId: string
  /** Clock of this request, ms. */
  now: number
  /** Durations of this request's steps. */
  steps: Steps
  db: Database
  locale: LocaleEntry
  session: Session | null
  /** Loaded once per request (`findMember`). */
  member: Promise<Member | null> | undefined
  /** Nonce of this response's Content-Security-Policy; streamed pages put it on React's inline scripts. */
  nonce: string
  /** Sends an internal request through the whole application: the sandbox's events reach the webhook like a provider's. */
  dispatch: (request: Request) => Promise<Response>
  flash: Flash | null
}

export type AppEnv = { Bindings: Env; Variables: Variables }
export type AppContext = Context<AppEnv>
