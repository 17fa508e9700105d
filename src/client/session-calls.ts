import { createSessionCalls } from '#features/auth/session/ui/session-calls.ts'
import type { SessionCalls } from '#shared/react/session-context.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { readBootstrap } from './document-data.ts'
import { sayOffline } from './offline.ts'
import { openPageSession } from './page-session.ts'

/** The page that is left has no use any more: should the back/forward cache bring it back, the server writes it anew. */
function navigate(path: string): void {
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  const go = () => location.assign(path)
  if (navigator.onLine) return go()
  sayOffline()
  addEventListener('online', go, { once: true }) // before, the page would be kept
}

/** The calls of this page's session, which load the page that they lead to as a new document. */
export function openSessionCalls(): SessionCalls {
  return createSessionCalls(openPageSession(), {
    navigate,
    homePath: href(routes.home, {}, { locale: readBootstrap().locale }),
    logError: console.error,
  })
}
