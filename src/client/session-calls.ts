import { createSessionCalls } from '#features/auth/session/ui/session-calls.ts'
import type { SessionCalls } from '#shared/react/session-context.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { readBootstrap } from './document-data.ts'
import { openPageSession } from './page-session.ts'

/** The calls of this page's session, which load the page that they lead to as a new document. */
export function openSessionCalls(): SessionCalls {
  return createSessionCalls(openPageSession(), {
    navigate: (path) => location.assign(path),
    homePath: href(routes.home, {}, { locale: readBootstrap().locale }),
    logError: console.error,
  })
}
