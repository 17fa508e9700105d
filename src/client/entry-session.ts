import { watchSession } from '#features/auth/session/ui/watch-session.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { readBootstrap } from './document-data.ts'
import { forgetUnlessSignedIn } from './clear-local-data.ts'
import { openPageSession } from './page-session.ts'

/** After a form of this page was sent, session changes within this time come from that form, whose answer navigates by itself. */
const ownMs = 10_000

/**
 * Keeps the session of a registration fresh as on signed-in pages: at once, because a focus has asked for it, and from then on.
 * If the session is over, or belongs to another step or person, goes to the sign-in page.
 */
export function keepEntrySession(): void {
  const { viewer, config, locale } = readBootstrap()
  let sentAt = -Infinity
  let isLeaving = false
  const lead = async (isOver: boolean) => {
    if (isLeaving || performance.now() - sentAt < ownMs) return
    isLeaving = true
    if (isOver) await forgetUnlessSignedIn().catch(console.error)
    location.assign(href(routes.signIn, {}, { locale }))
  }
  const session = openPageSession()
  document.addEventListener('submit', () => (sentAt = performance.now()), true)
  session.subscribe(({ data, end }, before) => {
    if (end === 'refused' && before.end === null) void lead(true)
    else if (data && (data.id !== viewer?.id || data.state !== viewer.state)) void lead(false)
  })
  watchSession(session, { periodically: config.periodicRefresh })
  void session.getState().refresh().catch(console.error)
}
