import { watchSession } from '#features/auth/session/ui/watch-session.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { readBootstrap } from './bootstrap.ts'
import { clearLocalData } from './clear-local-data.ts'
import { openPageSession } from './page-session.ts'

/** So long after a form of this page was sent, what has changed is its doing, and its answer leads on. */
const ownMs = 10_000

/**
 * The session of whoever is registering, refreshed as on signed-in pages: at once, because a focus has asked for it, and
 * from then on. When it is over, or belongs to another step or person by now, the sign-in page leads where they belong.
 */
export function keepEntrySession(): void {
  const { viewer, config, locale } = readBootstrap()
  let sentAt = -Infinity
  let isLeaving = false
  const lead = async (isOver: boolean) => {
    if (isLeaving || performance.now() - sentAt < ownMs) return
    isLeaving = true
    if (isOver) await clearLocalData().catch(console.error)
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
