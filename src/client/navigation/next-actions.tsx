import type { ReactNode } from 'react'
import { savesData } from './save-data.ts'
import { withoutReload } from './stale-chunk.ts'

/** The page itself comes first. */
const afterMs = 1000

/**
 * Shows what stands beside every page. Prefetches the code of toasts, links, the sign-out and the filters of people while there is a
 * connection: losing it later then costs an answer, but never the page. What fails shows no error and reloads nothing.
 */
export function fetchNextActions(show: (parts: ReactNode) => void): void {
  const load = () =>
    Promise.allSettled([
      import('../beside/beside-pages.tsx').then(({ BesidePages }) => show(<BesidePages />)),
      ...(savesData()
        ? []
        : [
            import('./next-screen.ts'),
            import('#ui/feedback/toast-region.tsx'),
            import('#pages/people-nearby/filter-sheet.tsx'),
            import('#features/nearby/ui/filters/count-people.ts'),
            import('../session-calls.ts'),
          ]),
    ])
  setTimeout(() => withoutReload(load), afterMs)
}
