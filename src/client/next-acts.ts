import { fetchesOfParts } from '#shared/part.tsx'
import { fetchQuietly } from './stale-chunk.ts'
import { isThrifty } from './thrift.ts'

/** The page itself comes first. */
const afterMs = 1000

/**
 * Fetches what a page's acts, its toasts and its links need while there is a connection: one that is lost later then costs
 * an answer, but never the page. Returns the undoing.
 */
export function fetchNextActs(): () => void {
  if (isThrifty()) return () => {}
  const timer = setTimeout(() => {
    void fetchQuietly([() => import('./next-screen.ts'), () => import('#ui/toast-region.tsx'), ...fetchesOfParts()])
  }, afterMs)
  return () => clearTimeout(timer)
}
