import { signUpActions } from '#features/auth/sign-up/contract.ts'
import { sessionActions } from '#features/auth/session/contract.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Viewer } from '#shared/bootstrap.ts'
import { findToken, isViewer } from './session-answer.ts'
import { missingToken } from './missing-token.ts'

export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated'

/** The session as the browser knows it (spec §3 'Session'). */
export type SessionState = {
  status: SessionStatus
  data: Viewer | null
  /** Access token; null until the first fetch, since the page itself is signed in by a cookie no script can read. */
  token: string | null
  /** Time of the last successful fetch, ms. */
  lastRefreshed: number | null
}

export type SessionActions = {
  /** Fetches the session. Does nothing while offline; calls made at once share one fetch. Rejects on an HTTP failure. */
  refresh(): Promise<void>
  /** Sends credentials with any extra fields; true when the answer carried a token and the session was fetched. */
  signIn(credentials: { email: string; password: string }, extra?: Record<string, unknown>): Promise<boolean>
  /** Sends the sign-up; goes on signed in unless `preventLogin`. */
  signUp(body: Record<string, unknown>, options?: { preventLogin?: boolean }): Promise<boolean>
  /** Clears data and token, calls the endpoint, goes where it says, else to `signedOutPath`. */
  signOut(): Promise<void>
}

export type SessionStore = StoreApi<SessionState & SessionActions>

/** Everything outside of a session, so that a test can replace it. */
export type SessionDeps = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  now: () => number
  isOnline: () => boolean
  navigate: (path: string) => void
  signedOutPath: string
  /** Called after a 401 or a sign-out: clears what was kept for this person. */
  onEnded: (how: 'refused' | 'signed-out') => void
  logError: (...message: unknown[]) => void
}

/** Dependencies that are the same on every page. */
export const browserDeps = {
  fetch: (path, init) => fetch(path, init),
  now: Date.now,
  isOnline: () => navigator.onLine,
  navigate: (path) => location.assign(path),
  logError: console.error,
} satisfies Partial<SessionDeps>

/** Text of spec §8 'Auth fetch failure'. */
export const fetchFailure = 'Runtime error, checkout the console logs to debug'

/** Creates the session's states and transitions (spec §4 'Auth status'); one store per page, never a module's. */
export function createSessionState(initial: Viewer | null, deps: SessionDeps): SessionStore {
  let running: Promise<void> | null = null

  return createStore<SessionState & SessionActions>((set, get) => {
    const settled = (): SessionStatus => (get().data ? 'authenticated' : 'unauthenticated')

    const call = (method: 'GET' | 'POST', path: string, body?: unknown) => {
      const { token } = get()
      return deps.fetch(path, {
        method,
        headers: {
          Accept: 'application/json',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    }

    const fail = (path: string, status: number): never => {
      set({ data: null, token: null, status: 'unauthenticated' })
      if (status === 401) deps.onEnded('refused')
      deps.logError(`${path} answered ${status}: session revoked, server in trouble?`)
      throw new Error(fetchFailure)
    }

    const fetchSession = async () => {
      set({ status: 'loading' })
      let response: Response
      let answer: unknown
      try {
        response = await call('GET', sessionActions.current.path)
        answer = response.ok ? await response.json() : null
      } catch {
        set({ status: settled() }) // without an answer nothing is known about the session
        return
      }
      const token = findToken(answer)
      const data = typeof answer === 'object' && answer !== null && 'user' in answer ? answer.user : null
      if (!response.ok || token === null || !isViewer(data)) return fail(sessionActions.current.path, response.status)
      set({ data, token, lastRefreshed: deps.now(), status: 'authenticated' })
    }

    const refresh = async () => {
      if (!deps.isOnline()) return
      running ??= fetchSession().finally(() => {
        running = null
      })
      await running
    }

    /** Takes the token of an answer and fetches its owner. */
    const enter = async (path: string, response: Response): Promise<boolean> => {
      if (!response.ok) return false
      const token = findToken(await response.json())
      if (token === null) {
        deps.logError(missingToken(path))
        return false
      }
      set({ token })
      await refresh()
      return get().status === 'authenticated'
    }

    return {
      status: initial ? 'authenticated' : 'unauthenticated',
      data: initial,
      token: null,
      lastRefreshed: null,
      refresh,
      signIn: async (credentials, extra) =>
        enter(sessionActions.signIn.path, await call('POST', sessionActions.signIn.path, { ...extra, ...credentials })),
      signUp: async (body, { preventLogin = false } = {}) => {
        const response = await call('POST', signUpActions.signUp.path, body)
        return preventLogin ? response.ok : enter(signUpActions.signUp.path, response)
      },
      signOut: async () => {
        const request = call('POST', sessionActions.signOut.path, {}) // built before the token is cleared, because it carries it
        set({ data: null, token: null, status: 'unauthenticated' })
        deps.onEnded('signed-out')
        const response = await request
        const answer: unknown = response.ok ? await response.json() : null
        const target = typeof answer === 'object' && answer !== null && 'redirect' in answer ? answer.redirect : null
        deps.navigate(typeof target === 'string' ? target : deps.signedOutPath)
      },
    }
  })
}
