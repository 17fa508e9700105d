import { optional } from '#ui/browser/optional.ts'

let hasEnded = false

/** Shows a count at the icon of the installed app; zero removes it. */
export function showBadge(count: number): void {
  // Refused where the app is not installed.
  if (!hasEnded) optional(() => navigator.setAppBadge(count))?.catch(() => {})
}

/** Removes the count for good: the page goes on receiving counts until it is left, after a sign-out, too. */
export function endBadge(): void {
  hasEnded = true
  optional(() => navigator.clearAppBadge())?.catch(() => {})
}
