import { sessionActions } from '#features/auth/session/contract.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Viewer } from '#shared/bootstrap.ts'
import { useHref } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { askWhose } from './ask-whose.ts'
import { browserDeps, createSessionState, type SessionState } from './session-state.ts'
import { watchSession } from './watch-session.ts'

/** So long after its form was sent a sign-out is this tab's own, and leads where the form's answer says. */
const signOutMs = 10_000

/**
 * The session of the person whom the page was written for, refreshed when the window gains focus, and every second where the
 * deployment has it so. When it turns out to be
 * over (signed out in another tab, revoked), `forget` takes away what the browser keeps of them, and the sign-in page takes
 * over and remembers where this one was. When it is someone else's by now, the page is loaded anew.
 * Returns a check for whoever has a reason to believe that it is over.
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
