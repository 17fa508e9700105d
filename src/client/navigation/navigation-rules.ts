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
  /** 'document': a full load was requested. */
  info?: unknown
}

/** `client`: handle it here. `document`: leave it to the browser. departure.ts decides whether it is allowed at all. */
export type NavigationDecision = 'client' | 'document'

export function decideNavigation(event: NavigationFacts, locale: LocaleCode): NavigationDecision {
  const isOurs = event.canIntercept && !event.hashChange && event.downloadRequest === null && !event.formData
  if (!isOurs || event.info === 'document' || event.navigationType === 'reload') return 'document'
  const match = findRoute(new URL(event.destination.url).pathname)
  // Another language, or a page outside the signed-in area, is another document.
  return match?.locale.code === locale && pageKindOf(match.route, true) === 'member' ? 'client' : 'document'
}
