import type { PageData } from '#shared/bootstrap.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { LateValues } from '#shared/late.tsx'
import { findRoute } from '#shared/match.ts'
import { loadLayout, loadPage } from './modules.ts'

export type Payload = { build: string } & ({ redirect: string } | { data: PageData; late: LateValues })

/** A payload that was fetched ahead stays good for so long. */
const freshMs = 10_000
const ahead = new Map<string, { at: number; payload: Promise<Payload | null> }>()

/** The payload of a page, perhaps already on its way; null when the server could not answer with one. */
export function takePayload(url: URL): Promise<Payload | null> {
  const key = url.pathname + url.search
  const known = ahead.get(key)
  ahead.delete(key)
  return known && Date.now() - known.at < freshMs ? known.payload : fetchPayload(url)
}

async function fetchPayload(url: URL): Promise<Payload | null> {
  const path = url.pathname === '/' ? '' : url.pathname
  try {
    const response = await fetch(`${path}/_payload.json${url.search}`, { headers: { Accept: 'application/json' } })
    if (!response.ok && response.status !== 404) return null
    return (await response.json()) as Payload
  } catch {
    return null // offline or cut off: the document request shows the browser's own page
  }
}

/**
 * Personal pages are fetched on intent (pointer or focus on a link), public ones when their link comes into view, and
 * nothing on slow-2g or with save-data (spec §4).
 */
export function startPrefetch(locale: () => LocaleCode): () => void {
  if (isThrifty()) return () => {}
  const onIntent = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (link) prefetch(link, locale(), true)
  }
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) prefetch(entry.target as HTMLAnchorElement, locale(), false)
  })
  const watch = () => document.querySelectorAll<HTMLAnchorElement>('a[href]').forEach((link) => seen.observe(link))
  const stopWaiting = whenIdle(watch)
  document.addEventListener('pointerover', onIntent, { passive: true })
  document.addEventListener('focusin', onIntent)
  return () => {
    stopWaiting()
    seen.disconnect()
    document.removeEventListener('pointerover', onIntent)
    document.removeEventListener('focusin', onIntent)
  }
}

function prefetch(link: HTMLAnchorElement, locale: LocaleCode, isIntent: boolean): void {
  const url = new URL(link.href)
  if (url.origin !== location.origin || url.href === location.href || link.target) return
  const match = findRoute(url.pathname)
  if (!match || match.locale.code !== locale) return
  const isPublic = match.route.cache === 'guest'
  if (!isPublic && !isIntent) return
  const key = url.pathname + url.search
  const known = ahead.get(key)
  if (known && Date.now() - known.at < freshMs) return
  ahead.set(key, { at: Date.now(), payload: fetchPayload(url) })
  void Promise.all([loadPage(match.route.key), loadLayout(match.route.layout)]).catch(() => {}) // tried again by the navigation
}

function isThrifty(): boolean {
  const { connection } = navigator as Navigator & { connection?: { effectiveType?: string; saveData?: boolean } }
  return connection?.saveData === true || connection?.effectiveType === 'slow-2g'
}

function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}
