import { noteChange } from '#shared/changes.ts'
import { findNavigation, navigate, settled } from '#ui/browser/navigate.ts'
import { rememberPath } from '#ui/hooks/previous-path.ts'
import { refreshEvent } from '#ui/hooks/refresh-page.ts'
import { refuseExternal } from './departure.ts'
import { watchIntent } from './intent.ts'
import { leaving } from './leaving.ts'
import { markDeparture } from './mark-departure.ts'
import { decideNavigation } from './navigation-rules.ts'
import { sayOffline, stayHere } from '../offline.ts'
import type { Screen, Stage } from './screen.ts'

/**
 * Loads the code of client navigation at the first sign that somebody wants another page. Null without a connection, or if a new
 * deployment removed its file; stale-chunk.ts then reloads the page.
 */
const findNextScreen = () => import('./next-screen.ts').catch(() => null)

/**
 * Client navigation with the browser's Navigation API. Links, forms with GET, back and forward stay ordinary; the client only
 * answers them without a new document. Without the API every page is a document, and nothing else changes.
 */
export function startNavigation(first: Screen, show: (screen: Screen) => void): () => void {
  const navigation = findNavigation()
  if (!navigation) return () => {}
  const stage: Stage = { shown: first.bootstrap, show, navigation, refreshes: 0 }

  const onNavigate = (event: NavigateEvent) => {
    if (event.info === stayHere) {
      leaving.until = 0
      return event.intercept({ scroll: 'manual', focusReset: 'manual' })
    }
    const url = new URL(event.destination.url)
    if (refuseExternal(event)) return void (leaving.until = 0)
    rememberPath(location.pathname + location.search)
    if (decideNavigation(event, stage.shown.locale) === 'document') return
    // The entry of the page on screen; in the handler it is no longer the current one.
    const from = event.navigationType === 'replace' ? undefined : navigation.currentEntry?.key
    leaving.until = 0
    event.intercept({
      async handler() {
        const unmark = markDeparture(event.sourceElement)
        event.signal.addEventListener('abort', unmark)
        try {
          const part = await findNextScreen()
          if (!(await part?.follow(url, stage, event.signal)) && !event.signal.aborted) await stay(from)
        } finally {
          unmark()
        }
      },
    })
  }

  /**
   * Keeps the page on screen and restores its URL by going to its own entry, so that the wanted one stays in the history. Without
   * such an entry, it replaces the current one.
   */
  const stay = async (from: string | undefined) => {
    sayOffline()
    const info = stayHere
    if (from) await settled(navigation.traverseTo(from, { info }))
    else await navigate(navigation, stage.shown.url, { info, history: 'replace' })
  }

  const refresh = async () => (await findNextScreen())?.showAgain(stage)

  /** Refreshes a page from the back/forward cache, whose data dates from when it was left. */
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    leaving.until = 0
    noteChange()
    void refresh()
  }

  const end = new AbortController()
  const { signal } = end
  navigation.addEventListener('navigate', onNavigate, { signal })
  addEventListener('pageshow', onShow, { signal })
  addEventListener(refreshEvent, () => void refresh(), { signal })
  watchIntent(
    signal,
    () => stage.shown.locale,
    (url, key) => void findNextScreen().then((part) => part?.prefetchNext(url, key)),
  )
  return () => end.abort()
}
