import { flushSync } from 'react-dom'
import { noteChange } from '#shared/changes.ts'
import { rememberPath } from '#ui/previous-path.ts'
import { watchIntent } from './intent.ts'
import { decideNavigation } from './navigation-rules.ts'
import type { Next } from './next-screen.ts'
import { sayOffline, stayHere } from './offline.ts'
import type { Screen } from './screen.ts'

/** What loads pages comes with the first sign that somebody wants another one. */
const nextScreen = () => import('./next-screen.ts')

/**
 * Client navigation by the browser's Navigation API: links, forms with GET, back and forward stay ordinary; we only
 * answer them without a new document. Where the API is missing every page is a document, and nothing else changes.
 */
export function startNavigation(first: Screen, show: (screen: Screen) => void): () => void {
  let current = first.bootstrap
  const { navigation } = window
  if (!navigation) return () => {}

  const onNavigate = (event: NavigateEvent) => {
    if (event.info === stayHere) return event.intercept({ scroll: 'manual', focusReset: 'manual' })
    const url = new URL(event.destination.url)
    const decision = decideNavigation(event, { origin: location.origin, locale: current.locale })
    if (decision === 'refuse') {
      event.preventDefault()
      console.warn(`Navigation to an external address was refused: ${url.origin}`)
      return
    }
    rememberPath(location.pathname + location.search)
    if (decision === 'document') return
    // The entry of the page on screen; in the handler it is not the current one any more.
    const from = event.navigationType === 'replace' ? undefined : navigation.currentEntry?.key
    event.intercept({ handler: () => go(url, event.signal, from) })
  }

  const go = async (url: URL, signal: AbortSignal, from: string | undefined) => {
    const next = await findNext(url)
    if (signal.aborted) return
    if ('offline' in next) return stay(from)
    if ('document' in next) return void replace(next.document, 'document')
    if ('redirect' in next) return void replace(next.redirect)
    current = next.screen.bootstrap
    await swap(() => show(next.screen))
  }

  /** `document` is a full page load that the rules let pass. */
  const replace = (address: string, info?: 'document' | typeof stayHere) =>
    navigation.navigate(address, { history: 'replace', info })

  /** Without its own file there is no connection, or a new deployment, for which stale-chunk.ts loads the page anew. */
  const findNext = async (url: URL): Promise<Next> => {
    const part = await nextScreen().catch(() => null)
    return part ? part.loadNext(url, current) : { offline: true }
  }

  /**
   * The page on screen stays, and gets its address back: by the way to its own entry, so that the one that was wanted stays
   * in the history. Without an entry to go to it takes that place.
   */
  const stay = async (from: string | undefined) => {
    sayOffline()
    const way = from ? navigation.traverseTo(from, { info: stayHere }) : replace(current.url, stayHere)
    await way.finished
  }

  /** Out of the back/forward cache comes what was true when it was left: shows what is, and moves nothing. */
  const onShow = async ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    noteChange()
    const shown = current
    const next = await findNext(new URL(location.href))
    if (shown !== current) return
    if ('redirect' in next) return void replace(next.redirect)
    if ('document' in next || 'offline' in next) return
    current = next.screen.bootstrap
    show(next.screen)
  }

  const end = new AbortController()
  const { signal } = end
  navigation.addEventListener('navigate', onNavigate, { signal })
  addEventListener('pageshow', onShow, { signal })
  watchIntent(
    signal,
    () => current.locale,
    (url, key) =>
      void nextScreen().then(
        ({ prefetchNext }) => prefetchNext(url, key),
        () => {},
      ),
  )
  return () => end.abort()
}

async function swap(render: () => void): Promise<void> {
  if (!document.startViewTransition) return flushSync(render)
  await document.startViewTransition(() => flushSync(render)).updateCallbackDone
}
