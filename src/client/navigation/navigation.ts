import { noteChange } from '#shared/changes.ts'
import { rememberPath } from '#ui/hooks/previous-path.ts'
import { refuseExternal } from './departure.ts'
import { watchIntent } from './intent.ts'
import { decideNavigation } from './navigation-rules.ts'
import { sayOffline, stayHere } from '../offline.ts'
import type { Screen, Stage } from './screen.ts'

/**
 * What loads pages comes with the first sign that somebody wants another one. Null without a connection, or where a new
 * deployment took its file away, for which stale-chunk.ts loads the page anew.
 */
const findNextScreen = () => import('./next-screen.ts').catch(() => null)

/**
 * Client navigation by the browser's Navigation API: links, forms with GET, back and forward stay ordinary; we only
 * answer them without a new document. Where the API is missing every page is a document, and nothing else changes.
 */
export function startNavigation(first: Screen, show: (screen: Screen) => void): () => void {
  const { navigation } = window
  if (!navigation) return () => {}
  const stage: Stage = { shown: first.bootstrap, show, navigation }

  const onNavigate = (event: NavigateEvent) => {
    if (event.info === stayHere) return event.intercept({ scroll: 'manual', focusReset: 'manual' })
    const url = new URL(event.destination.url)
    if (refuseExternal(event)) return
    rememberPath(location.pathname + location.search)
    if (decideNavigation(event, stage.shown.locale) === 'document') return
    // The entry of the page on screen; in the handler it is not the current one any more.
    const from = event.navigationType === 'replace' ? undefined : navigation.currentEntry?.key
    event.intercept({
      async handler() {
        const part = await findNextScreen()
        if (!(await part?.follow(url, stage, event.signal)) && !event.signal.aborted) await stay(from)
      },
    })
  }

  /**
   * The page on screen stays, and gets its address back: by the way to its own entry, so that the one that was wanted stays
   * in the history. Without an entry to go to it takes that place.
   */
  const stay = async (from: string | undefined) => {
    sayOffline()
    const info = stayHere
    await (from ? navigation.traverseTo(from, { info }) : navigation.navigate(stage.shown.url, { info, history: 'replace' }))
      .finished
  }

  /** Out of the back/forward cache comes what was true when it was left: shows what is, and moves nothing. */
  const onShow = async ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    noteChange()
    await (await findNextScreen())?.showAgain(stage)
  }

  const end = new AbortController()
  const { signal } = end
  navigation.addEventListener('navigate', onNavigate, { signal })
  addEventListener('pageshow', onShow, { signal })
  watchIntent(
    signal,
    () => stage.shown.locale,
    (url, key) => void findNextScreen().then((part) => part?.prefetchNext(url, key)),
  )
  return () => end.abort()
}
