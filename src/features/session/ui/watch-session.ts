import type { SessionStore } from './session-state.ts'

/** Spec §9 'Periodic session refresh: 1 second when enabled'. */
export const refreshPeriodMs = 1000

type Options = {
  /** Also refresh every second. */
  periodically?: boolean
  onError: (error: unknown) => void
  /** Whose focus counts; the window. */
  target?: EventTarget
}

/** Refreshes the session when the window gains focus, and every second if enabled (spec §4). Returns the end of it. */
export function watchSession(session: SessionStore, { periodically = false, onError, target = window }: Options): () => void {
  const refresh = () => void session.getState().refresh().catch(onError)
  const timer = periodically ? setInterval(refresh, refreshPeriodMs) : undefined
  target.addEventListener('focus', refresh)
  return () => {
    target.removeEventListener('focus', refresh)
    clearInterval(timer)
  }
}
