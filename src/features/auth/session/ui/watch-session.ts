import type { SessionStore } from './session-state.ts'

/** Spec §9 'Periodic session refresh: 1 second when enabled'. */
export const refreshPeriodMs = 1000

type Options = {
  /** Also refresh every second. */
  periodically?: boolean
  /** Writes to the console. */
  onError?: (error: unknown) => void
  /** Target of the focus events; the window by default. */
  target?: EventTarget
}

/**
 * Refreshes the session when the window gains focus, when the page returns from the back/forward cache (perhaps after a
 * sign-out), and every second if enabled (spec §4). Returns the function that stops it.
 */
export function watchSession(
  session: SessionStore,
  { periodically, onError = console.error, target = window }: Options,
): () => void {
  const refresh = () => void session.getState().refresh().catch(onError)
  const timer = periodically ? setInterval(refresh, refreshPeriodMs) : undefined
  const onShow = (event: Event) => {
    if ('persisted' in event && event.persisted === true) refresh()
  }
  target.addEventListener('focus', refresh)
  target.addEventListener('pageshow', onShow)
  return () => {
    target.removeEventListener('focus', refresh)
    target.removeEventListener('pageshow', onShow)
    clearInterval(timer)
  }
}
