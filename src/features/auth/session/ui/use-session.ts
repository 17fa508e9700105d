import { sessionActions } from '#features/auth/session/contract.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Viewer } from '#shared/bootstrap.ts'
import { useHref } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { askWhose } from './ask-whose.ts'
import { browserDeps, createSessionState, type SessionState } from './session-state.ts'
import { watchSession } from './watch-session.ts'

/** For this long after its form was sent, a sign-out counts as this tab's own: the form's answer decides where it leads. */
const signOutMs = 10_000

/**
 * Watches the session of the person for whom the page was rendered. It is refreshed when the window gains focus, and
 * every second where the deployment has it so. When it is over (signed out in another tab, revoked), `forget` clears
 * what the browser keeps of them. The sign-in page follows and remembers this page. When it is someone else's by now,
 * the page reloads. Returns a check for callers with a reason to believe that it is over.
 */
export function useSession(viewer: Viewer | null, forget: () => Promise<void>): () => void {
  const href = useHref()
  const { url, config } = usePage()
  const { periodicRefresh: periodically } = config
  const onEnded = useEffectEvent(async () => {
    await forget()
    location.assign(href(routes.signIn, {}, { query: { next: url } }))
  })
  const onChange = useEffectEvent(({ data }: SessionState) => {
    if (data && viewer && data.id !== viewer.id) location.reload()
  })
  const openSession = useEffectEvent(() =>
    createSessionState(viewer, {
      ...browserDeps,
      signedOutPath: href(routes.home, {}),
      onEnded: (how) => how === 'refused' && void onEnded(),
    }),
  )
  const signedOutAt = useRef(-Infinity)
  const isMember = viewer !== null
  useEffect(() => {
    if (!isMember) return
    const session = openSession()
    const onSubmit = ({ target }: Event) => {
      if (target instanceof HTMLFormElement && new URL(target.action).pathname === sessionActions.signOut.path)
        signedOutAt.current = performance.now()
    }
    document.addEventListener('submit', onSubmit, true)
    session.subscribe((state) => onChange(state))
    const stop = watchSession(session, { periodically })
    return () => {
      document.removeEventListener('submit', onSubmit, true)
      stop()
    }
  }, [isMember, periodically])
  const onWhose = useEffectEvent((user: Awaited<ReturnType<typeof askWhose>>) => {
    if (user === null) void onEnded()
    else if (user && viewer && (user.id !== viewer.id || user.state !== viewer.state)) location.reload()
  })
  const [check] = useState(() => async () => {
    if (performance.now() - signedOutAt.current > signOutMs) onWhose(await askWhose())
  })
  return check
}
