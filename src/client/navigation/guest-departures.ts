import { rememberPath } from '#ui/hooks/previous-path.ts'
import { refuseExternal } from './departure.ts'

/**
 * Spec §2's rules where every navigation is a document: an external address is refused unless it was allowed, and the path of
 * the page that is left is remembered. Browsers without the Navigation API go on by themselves.
 */
export function watchDepartures(): void {
  window.navigation?.addEventListener('navigate', (event) => {
    if (refuseExternal(event)) return
    const { pathname, search } = location
    // The address of an email holds a secret.
    rememberPath(/[?&]t=/.test(search) ? pathname : pathname + search)
  })
}
