import { optional } from '#ui/browser/optional.ts'

let hasEnded = false

/** Shows a count on the installed app's icon; zero removes it. */
export function showBadge(count: number): void {
  // Rejected if the app is not installed.
  if (!hasEnded) optional(() => navigator.setAppBadge(count))?.catch(() => {})
}

/** Removes the count for good: the page receives counts until it is left, even after a sign-out. */
export function endBadge(): void {
  hasEnded = true
  optional(() => navigator.clearAppBadge())?.catch(() => {})
}
