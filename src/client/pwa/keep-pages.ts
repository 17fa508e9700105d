import { findServiceWorkers } from '#ui/browser/optional.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { savesData } from '../navigation/save-data.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { askWorker } from './ask-worker.ts'

/** The page itself has priority. */
const afterMs = 2000

/**
 * Once there is a service worker, requests the inbox, and the conversation that came with a document: the worker stores the
 * answers for use without a connection. It also stores the page's colours for the next shell.
 */
export function keepPages(locale: LocaleCode, signal: AbortSignal): void {
  const serviceWorker = findServiceWorkers()
  if (!serviceWorker) return
  const inbox = href(routes.messages, {}, { locale })
  if (serviceWorker.controller) document.documentElement.dataset['readable'] = inbox
  const isConversation = location.pathname === inbox && /^\?chat=[\w-]+$/.test(location.search)
  const ask = (search: string) => fetch(`${inbox}/_payload.json${search}`, { headers: { Accept: 'application/json' }, signal })
  const searches = isConversation ? ['', location.search] : ['']
  let timer: ReturnType<typeof setTimeout>
  void serviceWorker.ready.then(() => {
    if (signal.aborted || savesData()) return
    // Without an answer the copies stay unchanged.
    timer = setTimeout(() => void Promise.allSettled(searches.map(ask)), afterMs)
  })
  const modes = new MutationObserver(keepMode)
  modes.observe(document.documentElement, { attributeFilter: ['data-mode'] })
  keepMode()
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    modes.disconnect()
  })
}

function keepMode(): void {
  const { mode } = document.documentElement.dataset
  void askWorker({ kind: 'mode', mode: mode === 'dark' || mode === 'light' ? mode : '' })
}
