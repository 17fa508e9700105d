import type { LocaleCode } from '#shared/i18n/locales.ts'
import { findRoute } from '#shared/routing/match.ts'
import { pageKindOf } from '#shared/routing/page-kind.ts'
import { savesData } from './save-data.ts'

/**
 * Prefetches personal pages only on intent: when the pointer or the focus reaches their link. `prefetch` gets the URL and the key
 * of the page. Ends with `signal`.
 */
export function watchIntent(signal: AbortSignal, locale: () => LocaleCode, prefetch: (url: URL, key: string) => void): void {
  if (savesData()) return
  const onIntent = (event: Event) => {
    // By the HTML standard, a module that failed once stays failed for the life of the document.
    if (!navigator.onLine) return
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.target) return
    const url = new URL(link.href)
    if (url.origin !== location.origin || url.href === location.href) return
    const match = findRoute(url.pathname)
    if (match?.locale.code === locale() && pageKindOf(match.route, true) === 'member') prefetch(url, match.route.key)
  }
  for (const name of ['pointerover', 'focusin']) document.addEventListener(name, onIntent, { passive: true, signal })
}
