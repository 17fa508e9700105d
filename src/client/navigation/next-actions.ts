/** The page itself comes first. */
const afterMs = 1000

/**
 * Fetches what toasts, links and the filters of people need while there is a connection: one that is lost later then costs
 * an answer, but never the page. What cannot be had ahead is no reason to say so, or to load the page anew.
 */
export function fetchNextActions(): void {
  setTimeout(async () => {
    const hush = (event: Event) => event.stopImmediatePropagation()
    addEventListener('vite:preloadError', hush, true)
    await Promise.allSettled([
      import('./next-screen.ts'),
      import('#ui/feedback/toast-region.tsx'),
      import('#pages/people-nearby/filter-sheet.tsx'),
      import('#features/nearby/ui/filters/count-people.ts'),
    ])
    removeEventListener('vite:preloadError', hush, true)
  }, afterMs)
}
