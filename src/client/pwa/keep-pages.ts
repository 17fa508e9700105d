import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'

/** The page itself comes first. */
const afterMs = 2000

/**
 * Asks for the inbox once, and for the conversation that a document has brought: the service worker stores the answers, for
 * the time without a connection.
 */
export function keepPages(locale: LocaleCode, signal: AbortSignal): void {
  const inbox = href(routes.messages, {}, { locale })
  if (navigator.serviceWorker?.controller) document.documentElement.dataset['readable'] = inbox
  const isConversation = location.pathname === inbox && /^\?chat=[\w-]+$/.test(location.search)
  const ask = (search: string) => fetch(`${inbox}/_payload.json${search}`, { headers: { Accept: 'application/json' }, signal })
  const timer = setTimeout(() => {
    const searches = isConversation ? ['', location.search] : ['']
    // Without an answer the copies stay as they were.
    void Promise.allSettled(searches.map(ask))
  }, afterMs)
  signal.addEventListener('abort', () => clearTimeout(timer))
}
