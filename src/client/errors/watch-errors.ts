import type { Caught } from '#features/client-errors/rules.ts'
import { withoutReload } from '../navigation/stale-chunk.ts'

/** Errors that wait for the code that reports them. */
let waiting: Caught[] = []
/** Upper bound: further errors are dropped, because the code that reports them cannot be fetched. */
const maxWaiting = 20
/** Build, and the share of pages whose errors are reported, as written in the document. */
let declared = ''

/**
 * Catches errors from the first script on. The code that reports them is fetched with the first error; until then the page does
 * not need it.
 */
export function watchErrors(): void {
  // Read before an error: if React renders the document again, what only the server writes is lost.
  declared = document.querySelector<HTMLMetaElement>('meta[name=errors]')?.content ?? ''
  addEventListener('error', ({ error }) => noteError({ kind: 'error', error }))
  addEventListener('unhandledrejection', ({ reason }) => noteError({ kind: 'rejection', error: reason }))
}

export function noteError(caught: Caught): void {
  if (!navigator.onLine || waiting.length === maxWaiting) return
  waiting.push(caught)
  withoutReload(() => import('./report-errors.ts')).then(
    ({ reportErrors }) => {
      reportErrors(waiting, declared)
      waiting = []
    },
    () => {}, // Offline, or a file of an earlier deployment: a failing report must not become the next error.
  )
}
