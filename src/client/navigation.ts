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
    const decision = decideNavigation(event, { origin: location.origin, locale: current.locale })
    if (decision === 'refuse') {
      event.preventDefault()
      console.warn(`Navigation to an external address was refused: ${new URL(event.destination.url).origin}`)
      return
    }
    rememberPath(location.pathname + location.search)
    if (decision === 'document') return
    const url = new URL(event.destination.url)
    event.intercept({ handler: () => go(url, event.signal) })
  }

  const go = async (url: URL, signal: AbortSignal) => {
    const next = await findNext(url)
    if (signal.aborted) return
    if ('offline' in next) return stay()
    if ('document' in next) return leave(next.document)
    if ('redirect' in next) return void navigation.navigate(next.redirect, { history: 'replace' })
    current = next.screen.bootstrap
    await swap(() => show(next.screen))
  }

  /** Without its own file there is no connection, or a new deployment, for which stale-chunk.ts loads the page anew. */
  const findNext = async (url: URL): Promise<Next> => {
    const part = await nextScreen().catch(() => null)
    return part ? part.loadNext(url, current) : { offline: true }
  }

  /** The page on screen stays, and gets its address back. */
  const stay = () => {
    sayOffline()
    navigation.navigate(current.url, { history: 'replace', info: stayHere })
  }

  /** Out of the back/forward cache comes what was true when it was left: shows what is, and moves nothing. */
  const onShow = async ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    noteChange()
    const shown = current
    const next = await findNext(new URL(location.href))
    if (shown !== current) return
    if ('redirect' in next) return void navigation.navigate(next.redirect, { history: 'replace' })
    if ('document' in next || 'offline' in next) return
    current = next.screen.bootstrap
    show(next.screen)
  }

  navigation.addEventListener('navigate', onNavigate)
  addEventListener('pageshow', onShow)
  const stopIntent = watchIntent(
    () => current.locale,
    (url, key) =>
      void nextScreen().then(
        ({ prefetchNext }) => prefetchNext(url, key),
        () => {},
      ),
  )
  return () => {
    navigation.removeEventListener('navigate', onNavigate)
    removeEventListener('pageshow', onShow)
    stopIntent()
  }
}

/** A full page load that the rules above let pass. */
function leave(address: string): void {
  window.navigation?.navigate(address, { info: 'document', history: 'replace' })
}

async function swap(render: () => void): Promise<void> {
  if (!document.startViewTransition) return flushSync(render)
  await document.startViewTransition(() => flushSync(render)).updateCallbackDone
}
