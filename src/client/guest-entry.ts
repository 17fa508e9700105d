import { rememberTimeZone } from './time-zone.ts'
import { reloadOnStaleChunk } from './stale-chunk.ts'

/**
 * Start of a guest page: a few hundred bytes that wait. Links, forms and `<details>` work natively, so React comes with
 * the first touch or key; until it has hydrated, clicks on buttons marked `data-replay` are kept and played again.
 */
const wakeEvents = ['pointerdown', 'pointerover', 'keydown', 'focusin', 'touchstart'] as const

reloadOnStaleChunk()
rememberTimeZone()

let kept: HTMLElement | null = null

function keepClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-replay]') : null
  if (!button) return
  event.preventDefault()
  kept = button
}

function wake(): void {
  for (const name of wakeEvents) removeEventListener(name, wake, true)
  void import('./hydrate.tsx')
    .then(({ hydrate }) => hydrate())
    .then(() => {
      removeEventListener('click', keepClick, true)
      kept?.click()
    })
}

addEventListener('click', keepClick, true)
for (const name of wakeEvents) addEventListener(name, wake, { capture: true, passive: true })
