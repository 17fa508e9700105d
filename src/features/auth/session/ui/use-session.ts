import { useEffect, useEffectEvent, useState } from 'react'
import { sessionActions } from '#features/auth/contract.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import { useHref } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { askWhose } from './ask-whose.ts'
import type { SessionState, SessionStore } from './session-state.ts'
import { watchSession } from './watch-session.ts'

/** How long a sign-out of this page may take before the session is checked again, ms. */
const signOutMs = 2000

/**
 * Watches the session of the person for whom the page was rendered. It is refreshed when the window gains focus, and every second
 * if the deployment enables that. If it is over (signed out in another tab, revoked), `forget` clears what the browser stores of
 * its members, and the sign-in page opens and remembers this page. If it now belongs to another person, the page reloads, and
 * none of their data is cleared. Returns a check for callers that have reason to believe it is over.
 */
export function useSession(openSession: () => SessionStore, viewer: Viewer | null, forget: () => Promise<void>): () => void {
  const href = useHref()
  const { url, config } = usePage()
  const { periodicRefresh: periodically } = config
  /** `isRefused`: a 401 has ended the page's session, which may not be the browser's current one if the page is old. */
  const askAgain = useEffectEvent(async (isRefused: boolean) => {
    const user = await askWhose()
    if (user) {
      if (isRefused || user.id !== viewer?.id || user.state !== viewer.state) location.reload()
    } else if (isRefused || user === null) {
      // A sign-out of this page, with the store or without it, goes where its response says. The response may be lost.
      if (document.querySelector(`[action$=${sessionActions.signOut.form}] [aria-busy]`))
        // oxlint-disable-next-line react/immutability -- the timer calls it when it exists
        return void setTimeout(askAgain, signOutMs, isRefused)
      // Without a response, the sign-in page decides whether to.
      if (user === null) await forget()
      location.assign(href(routes.signIn, {}, { query: { next: url } }))
    }
  })
  const onChange = useEffectEvent(({ data, end }: SessionState, before: SessionState) => {
    if (end === 'refused' && before.end === null) void askAgain(true)
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
  const [check] = useState(() => () => void askAgain(false))
  return check
}
