import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sessionActions } from '#features/auth/session/contract.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import { useHref } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { askWhose } from './ask-whose.ts'
import type { SessionState, SessionStore } from './session-state.ts'
import { watchSession } from './watch-session.ts'

/** For this time after a sign-out was sent, the end is its work, and its answer leads on, also where it goes the plain way. */
const ownMs = 30_000

/**
 * Watches the session of the person for whom the page was rendered. It is refreshed when the window gains focus, and
 * every second where the deployment has it so. When it is over (signed out in another tab, revoked), `forget` clears
 * what the browser keeps of them. The sign-in page follows and remembers this page. When it is someone else's by now,
 * the page reloads. Returns a check for callers with a reason to believe that it is over.
 */
export function useSession(openSession: () => SessionStore, viewer: Viewer | null, forget: () => Promise<void>): () => void {
  const href = useHref()
  const { url, config } = usePage()
  const { periodicRefresh: periodically } = config
  const signOutAt = useRef(-Infinity)
  const onEnded = useEffectEvent(async () => {
    if (performance.now() - signOutAt.current < ownMs) return
    await forget()
    location.assign(href(routes.signIn, {}, { query: { next: url } }))
  })
  const onChange = useEffectEvent(({ data, end }: SessionState, before: SessionState) => {
    if (end === 'refused' && before.end === null) void onEnded()
    if (data && viewer && data.id !== viewer.id) location.reload()
  })
  const isMember = viewer !== null
  useEffect(() => {
    if (!isMember) return
    const session = openSession()
    const ignore = session.subscribe((state, before) => onChange(state, before))
    const stop = watchSession(session, { periodically })
    const onSubmit = ({ target }: Event) => {
      if (target instanceof HTMLFormElement && target.getAttribute('action') === sessionActions.signOut.path)
        signOutAt.current = performance.now()
    }
    document.addEventListener('submit', onSubmit, true)
    return () => {
      ignore()
      document.removeEventListener('submit', onSubmit, true)
      stop()
    }
  }, [isMember, periodically, openSession])
  const onWhose = useEffectEvent((user: Awaited<ReturnType<typeof askWhose>>) => {
    if (user === null) void onEnded()
    else if (user && viewer && (user.id !== viewer.id || user.state !== viewer.state)) location.reload()
  })
  const [check] = useState(() => async () => {
    // A sign-out of this tab leads where its answer says.
    if (openSession().getState().end === null) onWhose(await askWhose())
  })
  return check
}
