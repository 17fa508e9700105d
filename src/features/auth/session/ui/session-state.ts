import { createStore, type StoreApi } from 'zustand/vanilla'
import { sessionActions } from '#features/auth/contract.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import { bearer, findToken, isViewer } from './session-answer.ts'

export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated'

/** The session as the browser sees it (spec §3 'Session'). */
export type SessionState = {
  status: SessionStatus
  data: Viewer | null
  /** Access token; null until the first fetch, because the page itself is signed in by a cookie that no script can read. */
  token: string | null
  /** Time of the last successful fetch, ms. */
  lastRefreshed: number | null
  /** Ended by a 401, or by a sign-out here, which navigates by itself. Null while it is live. */
  end: 'refused' | 'signed-out' | null
}

export type SessionActions = {
  /** Fetches the session. Does nothing while offline; simultaneous calls share one fetch. Rejects on an HTTP failure. */
  refresh(): Promise<void>
}

export type SessionStore = StoreApi<SessionState & SessionActions>

/** All dependencies of a session, so that a test can replace them. */
export type SessionDeps = {
  now: () => number
  isOnline: () => boolean
  logError: (...message: unknown[]) => void
}

/** Text of spec §8 'Auth fetch failure'. */
export const fetchFailure = 'Runtime error, checkout the console logs to debug'

/** The state after a session has ended. */
export const signedOut = { data: null, token: null, status: 'unauthenticated' } as const satisfies Partial<SessionState>

/**
 * Creates the session's states and transitions (spec §4 'Auth status'); one store per page, never one that a server renders with.
 * The calls that change it are in session-calls.ts.
 */
export function createSessionState(initial: Viewer | null, deps: SessionDeps): SessionStore {
  let running: Promise<void> | null = null

  return createStore<SessionState & SessionActions>((set, get) => {
    const fetchSession = async () => {
      set({ status: 'loading', end: null })
      let response: Response
      let answer: unknown
      try {
        response = await fetch(sessionActions.current.path, { headers: { Accept: 'application/json', ...bearer(get().token) } })
        answer = response.ok ? await response.json() : null
      } catch {
        set({ status: get().data ? 'authenticated' : 'unauthenticated' }) // without a response, nothing is known about the session
        return
      }
      const token = findToken(answer)
      const data = typeof answer === 'object' && answer !== null && 'user' in answer ? answer.user : null
      if (response.ok && token !== null && isViewer(data)) {
        set({ data, token, lastRefreshed: deps.now(), status: 'authenticated' })
        return
      }
      // A sign-out that waits for this response navigates by itself.
      set({ ...signedOut, end: get().end ?? (response.status === 401 ? 'refused' : null) })
      deps.logError(`${sessionActions.current.path} answered ${response.status}: session revoked, server in trouble?`)
      throw new Error(fetchFailure)
    }

    return {
      status: initial ? 'authenticated' : 'unauthenticated',
      data: initial,
      token: null,
      lastRefreshed: null,
      end: null,
      refresh: async () => {
        if (!deps.isOnline() || get().end === 'signed-out') return
        running ??= fetchSession().finally(() => {
          running = null
        })
        await running
      },
    }
  })
}
