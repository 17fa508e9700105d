import { findNavigation } from '#ui/browser/navigate.ts'

/** How long the next document is waited for, in ms. Browsers do not say when none comes, such as for a file to save. */
const patienceMs = 10_000

/** Time in ms until which the browser may be loading the document that replaces this one. */
export const leaving = { until: 0 }

/**
 * Notes each navigation, from before hydration on: a link that is followed then loads a document. A navigation that the client
 * handles sets `leaving.until` back.
 */
export function watchLeaving(): void {
  findNavigation()?.addEventListener('navigate', ({ hashChange, downloadRequest }) => {
    if (!hashChange && downloadRequest === null) leaving.until = Date.now() + patienceMs
  })
}
