import { useEffect, useEffectEvent, useState } from 'react'
import type { Viewer } from '#shared/bootstrap.ts'
import { useHref } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/page-context.tsx'
import { routes } from '#shared/routes.ts'
import { createSessionState, type SessionStore } from './session-state.ts'
import { watchSession } from './watch-session.ts'

/**
 * The session of the person whom the page was written for, refreshed when the window gains focus. When it turns out to be
 * over (signed out in another tab, revoked), the sign-in page takes over and remembers where this one was.
 */
export function useSession(viewer: Viewer | null): SessionStore {
  const href = useHref()
  const { url } = usePage()
  const onEnded = useEffectEvent(() => location.assign(href(routes.signIn, {}, { query: { next: url } })))
  const [ended] = useState(() => new EventTarget())
  const [session] = useState(() =>
    createSessionState(viewer, {
      fetch: (path, init) => fetch(path, init),
      now: Date.now,
      isOnline: () => navigator.onLine,
      navigate: (path) => location.assign(path),
      signedOutPath: href(routes.home, {}),
      onEnded: (how) => ended.dispatchEvent(new Event(how)),
      logError: console.error,
    }),
  )
  const isMember = viewer !== null
  useEffect(() => {
    if (!isMember) return
    const leave = () => onEnded()
    ended.addEventListener('refused', leave)
    const stop = watchSession(session, { onError: console.error })
    return () => {
      ended.removeEventListener('refused', leave)
      stop()
    }
  }, [session, ended, isMember])
  return session
}
