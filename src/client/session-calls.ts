import { createSessionCalls } from '#features/auth/session/ui/session-calls.ts'
import type { SessionCalls } from '#shared/react/session-context.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { readBootstrap } from './document-data.ts'
import { sayOffline } from './offline.ts'
import { openPageSession } from './page-session.ts'

/** The page being left is of no more use: if the back/forward cache restores it, the server renders it again. */
function navigate(path: string): void {
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  const go = () => location.assign(path)
  if (navigator.onLine) return go()
  sayOffline()
  addEventListener('online', go, { once: true }) // set before leaving, or the page would be kept
}

const calls: SessionCalls = createSessionCalls(openPageSession(), {
  navigate,
  homePath: href(routes.home, {}, { locale: readBootstrap().locale }),
  logError: console.error,
})

/**
 * The calls of this page's one session. They load the next page as a new document. The module itself is the `SessionCalls` of its
 * forms. Only browsers run it.
 */
export const { signIn, signInByPasskey, signUp, signOut } = calls
