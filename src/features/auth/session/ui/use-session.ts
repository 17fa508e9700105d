import { useEffect, useEffectEvent, useState } from 'react'
import { sessionActions } from '#features/auth/session/contract.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import { useHref } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { askWhose } from './ask-whose.ts'
import type { SessionState, SessionStore } from './session-state.ts'
import { watchSession } from './watch-session.ts'

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
  const onEnded = useEffectEvent(async () => {
    // A sign-out of this page, with the store or without it, leads where its answer says.
    if (document.querySelector(`[action$=${sessionActions.signOut.form}] [aria-busy]`)) return
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
    return () => {
      ignore()
      stop()
    }
  }, [isMember, periodically, openSession])
  const onWhose = useEffectEvent((user: Awaited<ReturnType<typeof askWhose>>) => {
    if (user === null) void onEnded()
    else if (user && viewer && (user.id !== viewer.id || user.state !== viewer.state)) location.reload()
  })
  const [check] = useState(() => async () => onWhose(await askWhose()))
  return check
}
