import type { LocaleCode } from '#shared/i18n/locales.ts'
import { findRoute } from '#shared/routing/match.ts'
import { pageKindOf } from '#shared/routing/page-kind.ts'

export type NavigationFacts = {
  canIntercept: boolean
  hashChange: boolean
  downloadRequest: string | null
  formData: unknown
  navigationType: string
  destination: { url: string }
  /** 'document': a full load was asked for. 'external': leaving this origin was allowed by name. */
  info?: unknown
  sourceElement?: { hasAttribute(name: string): boolean } | null
}

/** `client`: answer it here. `document`: leave it to the browser. `refuse`: an address of another origin (spec §2). */
export type NavigationDecision = 'client' | 'document' | 'refuse'

export function decideNavigation(event: NavigationFacts, page: { origin: string; locale: LocaleCode }): NavigationDecision {
  const url = new URL(event.destination.url)
  if (url.origin !== page.origin) return isAllowedExternal(event) ? 'document' : 'refuse'
  if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData || event.info === 'document')
    return 'document'
  if (event.navigationType === 'reload') return 'document'
  const match = findRoute(url.pathname)
  // Another language, or a page outside the signed-in area, is another document.
  return match?.locale.code === page.locale && pageKindOf(match.route, true) === 'member' ? 'client' : 'document'
}

function isAllowedExternal(event: NavigationFacts): boolean {
  return event.info === 'external' || event.info === 'document' || event.sourceElement?.hasAttribute('data-external') === true
}
