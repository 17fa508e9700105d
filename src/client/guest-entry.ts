import { keptNames } from '#shared/kept.ts'
import { prefetchVisibleLinks } from './prefetch-links.ts'
import { reloadOnStaleChunk } from './stale-chunk.ts'
import { rememberTimeZone } from './time-zone.ts'

/**
 * Start of a page outside the signed-in area: a few hundred bytes that wait. Links, forms and `<details>` work natively, so
 * React comes only where a form wants it, and only with the first touch or key. Until it has hydrated, clicks on buttons
 * marked `data-replay` are kept and played again.
 */
const wakeEvents = ['pointerdown', 'pointerover', 'keydown', 'focusin', 'touchstart'] as const

reloadOnStaleChunk()
rememberTimeZone()
if (isSomethingKept()) void import('./forget-kept.ts').then(({ forgetUnlessSignedIn }) => forgetUnlessSignedIn())

const container = document.querySelector<HTMLElement>('[data-hydrate]')
let kept: HTMLElement | null = null

function keepClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-replay]') : null
  if (!button) return
  event.preventDefault()
  kept = button
}

function wake(): void {
  for (const name of wakeEvents) removeEventListener(name, wake, true)
  // Around a form lie personal pages, which change with its next step: only public pages look ahead.
  if (!container) return prefetchVisibleLinks()
  void import('./hydrate-entry.tsx')
    .then(({ hydrateEntry }) => hydrateEntry(container))
    .then(() => {
      removeEventListener('click', keepClick, true)
      kept?.click()
    })
}

if (container) addEventListener('click', keepClick, true)
for (const name of wakeEvents) addEventListener(name, wake, { capture: true, passive: true })

/** Here nobody is signed in, so nothing of a member may be left. */
function isSomethingKept(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key === keptNames.outboxMark || key.startsWith(keptNames.drafts))
  } catch {
    return false // no storage, so nothing in it
  }
}
