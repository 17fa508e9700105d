import { createRoot } from 'react-dom/client'
import { createTranslator } from '#shared/i18n/translator.ts'
import { href } from '#shared/routing/href.ts'
import { routes } from '#shared/routing/routes.ts'
import { readBootstrap, readDocumentMessages } from '../document-data.ts'
import { App } from '../hydrate.tsx'
import { onCaughtError } from '../hydration/hydration-report.ts'
import { loadNext } from '../navigation/next-screen.ts'
import type { Screen } from '../navigation/screen.ts'
import { reachServer } from '../offline.ts'
import { askWorker } from './ask-worker.ts'
import { findNavigation } from '#ui/browser/navigate.ts'

/** Fetches the data of the document, and shows the page in place of the shell. */
export async function fillShell(): Promise<void> {
  const shell = readBootstrap()
  const { pathname, search } = location
  const next = await loadNext(new URL(location.href), { ...shell, url: pathname + search })
  if ('screen' in next) return show(next.screen)
  if ('redirect' in next) return location.replace(next.redirect)
  if ('document' in next) return openDocument(next.document)
  sayAway()
}

/** Another build's page, or one that the server explains better: bypasses the shell, which would lead here again. */
async function openDocument(url: string): Promise<void> {
  await askWorker({ kind: 'document', url })
  // If replaced by itself, a URL with an anchor would only scroll.
  if (url === location.href) location.reload()
  else location.replace(url)
}

function show(screen: Screen): void {
  // The clocks count from the first byte of the document, which is older than this data. Times are whole milliseconds.
  const [document_] = performance.getEntriesByType('navigation')
  const ageMs = document_ instanceof PerformanceNavigationTiming ? performance.now() - document_.responseStart : 0
  const bootstrap = { ...screen.bootstrap, now: Math.floor(screen.bootstrap.now - ageMs) }
  // Modules that load later read the page's data from the document, as if the server had written it.
  const data = document.getElementById('bootstrap')
  if (data) data.textContent = JSON.stringify(bootstrap)
  // React clears the document; what only the server writes into the head must be kept.
  const own = [...document.head.querySelectorAll('link:not([rel=stylesheet]), meta[name=theme-color]')].filter(suitsMode)
  createRoot(document, { onCaughtError }).render(<App first={{ ...screen, bootstrap }} onHydrated={() => {}} />)
  requestAnimationFrame(() => document.head.append(...own.filter((element) => !element.isConnected)))
}

/** True for what stays in the head. Of the two theme colours, only one stays if the member chose a mode; otherwise both. */
function suitsMode(element: Element): boolean {
  const { mode } = document.documentElement.dataset
  if (!(element instanceof HTMLMetaElement) || mode === undefined) return true
  const isWanted = element.media.includes(mode)
  if (isWanted) element.removeAttribute('media')
  return isWanted
}

/** Shows on the page itself that it cannot load, and where to go. */
function sayAway(): void {
  const { locale } = readBootstrap()
  const { t } = createTranslator(locale, readDocumentMessages(), { timeZone: 'UTC' })
  const page = document.querySelector('[data-shell]')
  if (!page) return
  const title = Object.assign(document.createElement('h1'), { textContent: t('common.away.title') })
  const text = Object.assign(document.createElement('p'), { textContent: t('common.away.text') })
  const inbox = Object.assign(document.createElement('a'), {
    textContent: t('common.away.messages'),
    href: href(routes.messages, {}, { locale }),
  })
  document.documentElement.dataset['readable'] = inbox.pathname
  page.removeAttribute('aria-busy')
  page.replaceChildren(title, text, inbox)
  reloadWhenBack()
}

/**
 * Requests the page again once the server can be reached. Browsers send `online` too early, and even while somebody is already
 * leaving for another page, which a reload would cancel.
 */
function reloadWhenBack(): void {
  const end = new AbortController()
  const { signal } = end
  const reload = async () => {
    await reachServer()
    if (!signal.aborted) location.reload()
  }
  addEventListener('online', () => void reload().catch(() => {}), { signal }) // Not reachable yet: the next event retries.
  findNavigation()?.addEventListener('navigate', () => end.abort(), { signal })
}
