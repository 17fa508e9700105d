import { rememberPath } from '#ui/hooks/previous-path.ts'
import { refuseExternal } from './departure.ts'
import { findNavigation } from '#ui/browser/navigate.ts'

/**
 * Applies spec §2's rules where every navigation is a document. Refuses external URLs that were not allowed, and remembers the
 * path of the page being left. Browsers without the Navigation API navigate as usual.
 */
export function watchDepartures(): void {
  findNavigation()?.addEventListener('navigate', (event) => {
    if (refuseExternal(event)) return
    const { pathname, search } = location
    // The URL in an email's link contains a secret.
    rememberPath(/[?&]t=/.test(search) ? pathname : pathname + search)
  })
}
