import { findNavigation, navigate } from '../browser/navigate.ts'

/**
 * Reloads the page's data in place: the frame shows saved values, and unsaved text stays. Without the Navigation API, the next
 * page shows them.
 */
export function refreshPage(): void {
  const navigation = findNavigation()
  if (!navigation) return
  // The router also intercepts this navigation; this handler keeps scroll and focus.
  const stay = (event: NavigateEvent) => event.intercept({ scroll: 'manual', focusReset: 'manual' })
  navigation.addEventListener('navigate', stay)
  void navigate(navigation, location.pathname + location.search, { history: 'replace' })
  // Offline, the event was never fired; the handler must not catch the next navigation instead.
  navigation.removeEventListener('navigate', stay)
}
