import { rememberPath } from '#ui/hooks/previous-path.ts'
import { refuseExternal } from './departure.ts'

/**
 * Applies spec §2's rules where every navigation is a document. Refuses an external address that was not allowed, and
 * remembers the path of the page being left. Browsers without the Navigation API go on by themselves.
 */
export function watchDepartures(): void {
  window.navigation?.addEventListener('navigate', (event) => {
    if (refuseExternal(event)) return
    const { pathname, search } = location
    // The address of an e-mail's link holds a secret.
    rememberPath(/[?&]t=/.test(search) ? pathname : pathname + search)
  })
}
