/**
 * Loads the page on screen anew where it stands: the frame shows what was saved, and what was typed but not saved stays.
 * Without the Navigation API the next page shows it.
 */
export function refreshPage(): void {
  const { navigation } = window
  if (!navigation) return
  // What answers the navigation intercepts it as well; this one adds that scroll and focus stay.
  const stay = (event: NavigateEvent) => event.intercept({ scroll: 'manual', focusReset: 'manual' })
  navigation.addEventListener('navigate', stay, { once: true })
  navigation.navigate(location.pathname + location.search, { history: 'replace' })
}
