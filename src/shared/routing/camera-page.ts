import type { LocaleCode } from '../i18n/locales.ts'
import { href } from './href.ts'
import { findRoute } from './match.ts'
import { routes } from './routes.ts'

const query = { section: 'verification' }

/** The one page that may use the camera. */
export function verificationHref(locale: LocaleCode): string {
  return href(routes.mainSettings, {}, { locale, query })
}

/**
 * Whether this is that page. A document's permissions come with its response and stay while it lives, so the page is never entered
 * or left without a new document.
 */
export function isCameraPage({ pathname, search }: { pathname: string; search: string }): boolean {
  return search === `?section=${query.section}` && findRoute(pathname)?.route.key === routes.mainSettings.key
}
