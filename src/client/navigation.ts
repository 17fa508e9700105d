import { flushSync } from 'react-dom'
import type { Bootstrap } from '#shared/bootstrap.ts'
import { rememberPath } from '#ui/previous-path.ts'
import { loadScreen, nextBootstrap, type Screen } from './screen.ts'
import { decideNavigation } from './navigation-rules.ts'
import { startPrefetch, takePayload } from './prefetch.ts'

/**
 * Client navigation by the browser's Navigation API: links, forms with GET, back and forward stay ordinary; we only
 * answer them without a new document. Where the API is missing every page is a document, and nothing else changes.
 */
export function startNavigation(first: Bootstrap, show: (screen: Screen) => void): () => void {
  let current = first
  const { navigation } = window
  if (!navigation) return () => {}

  const onNavigate = (event: NavigateEvent) => {
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
    const answer = await takePayload(url)
    if (signal.aborted) return
    if (answer === null || answer.build !== current.build) return leave(url.href)
    if ('redirect' in answer) {
      const target = new URL(answer.redirect, location.href)
      if (target.origin !== location.origin) return leave(target.href)
      return void navigation.navigate(target.href, { history: 'replace' })
    }
    const screen = await loadScreen(nextBootstrap(current, answer.data), answer.late)
    if (signal.aborted) return
    current = screen.bootstrap
    await swap(() => show(screen))
  }

  navigation.addEventListener('navigate', onNavigate)
  const stopPrefetch = startPrefetch(() => current.locale)
  return () => {
    navigation.removeEventListener('navigate', onNavigate)
    stopPrefetch()
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
