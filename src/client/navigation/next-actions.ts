import { withoutReload } from './stale-chunk.ts'

/** The page itself has priority. */
const afterMs = 1000

/**
 * Prefetches the code of toasts, links, the sign-out and the filters of people while there is a connection. Losing it later then
 * costs an answer, but never the page. A failed prefetch shows no error and does not reload.
 */
export function fetchNextActions(): void {
  const load = () =>
    Promise.allSettled([
      import('./next-screen.ts'),
      import('#ui/feedback/toast-region.tsx'),
      import('#pages/people-nearby/filter-sheet.tsx'),
      import('#features/nearby/ui/filters/count-people.ts'),
      import('../session-calls.ts'),
    ])
  setTimeout(() => withoutReload(load), afterMs)
}
