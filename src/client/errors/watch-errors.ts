import type { Caught } from '#features/client-errors/rules.ts'
import { withoutReload } from '../navigation/stale-chunk.ts'

/** Errors that wait for the code that reports them. */
let waiting: Caught[] = []
/** More of them wait in vain: their code cannot be fetched. */
const maxWaiting = 20
/** Build, and the share of pages whose errors are reported, as the document names them. */
let declared = ''

/** Catches errors from the first script on. What reports them is fetched with the first one; without it, nothing is missing. */
export function watchErrors(): void {
  // Read before an error: a document that React renders again loses what only the server writes.
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
    () => {}, // Offline, or a file of an earlier deployment: a report must not become the next error.
  )
}
