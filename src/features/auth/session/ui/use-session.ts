import { useEffect, useEffectEvent, useState } from 'react'
import { sessionActions } from '#features/auth/contract.ts'
import type { Viewer } from '#shared/bootstrap.ts'
import { useHref } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { askWhose } from './ask-whose.ts'
import type { SessionState, SessionStore } from './session-state.ts'
import { watchSession } from './watch-session.ts'

/** For so long a sign-out of this page may take until the session is asked about again, ms. */
const signOutMs = 2000

/**
 * Watches the session of the person for whom the page was rendered. It is refreshed when the window gains focus, and
 * every second where the deployment has it so. When it is over (signed out in another tab, revoked), `forget` clears
 * what the browser keeps of its members. The sign-in page follows and remembers this page. When it is someone else's by now,
 * the page reloads, and nothing of theirs is cleared. Returns a check for callers with a reason to believe that it is over.
 */
export function useSession(openSession: () => SessionStore, viewer: Viewer | null, forget: () => Promise<void>): () => void {
  const href = useHref()
  const { url, config } = usePage()
  const { periodicRefresh: periodically } = config
  /** `isRefused`: a 401 has ended the page's session, which need not be the browser's: the page may be an old one. */
  const askAgain = useEffectEvent(async (isRefused: boolean) => {
    const user = await askWhose()
    if (user) {
      if (isRefused || user.id !== viewer?.id || user.state !== viewer.state) location.reload()
    } else if (isRefused || user === null) {
      // A sign-out of this page, with the store or without it, leads where its answer says. The answer may be lost.
      if (document.querySelector(`[action$=${sessionActions.signOut.form}] [aria-busy]`))
        // oxlint-disable-next-line react/immutability -- the timer calls it when it exists
        return void setTimeout(askAgain, signOutMs, isRefused)
      // Without an answer the sign-in page asks whether to.
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
