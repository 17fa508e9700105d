import type { PageData } from '#shared/bootstrap.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import type { LateValues } from '#shared/late.tsx'
import { findRoute } from '#shared/match.ts'
import { loadPage } from './modules.ts'
import { isThrifty } from './thrift.ts'

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

/** Personal pages are fetched ahead on intent only: when the pointer or the focus comes to their link. */
export function startPrefetch(locale: () => LocaleCode): () => void {
  if (isThrifty()) return () => {}
  const onIntent = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    if (link) prefetch(link, locale())
  }
  document.addEventListener('pointerover', onIntent, { passive: true })
  document.addEventListener('focusin', onIntent)
  return () => {
    document.removeEventListener('pointerover', onIntent)
    document.removeEventListener('focusin', onIntent)
  }
}

function prefetch(link: HTMLAnchorElement, locale: LocaleCode): void {
  const url = new URL(link.href)
  if (url.origin !== location.origin || url.href === location.href || link.target) return
  const match = findRoute(url.pathname)
  if (!match || match.locale.code !== locale || match.route.layout !== 'protected') return
  const key = url.pathname + url.search
  const known = ahead.get(key)
  if (known && Date.now() - known.at < freshMs) return
  ahead.set(key, { at: Date.now(), payload: fetchPayload(url) })
  loadPage(match.route.key).catch(() => {}) // tried again by the navigation
}
