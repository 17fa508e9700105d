import type { ErrorInfo } from 'react'
import type { RootOptions } from 'react-dom/client'
import { noteError } from '../errors/watch-errors.ts'
import { carryFields, watchFocus } from './carry-fields.ts'
import { hadForeignElement, watchReplaced } from './replaced-elements.ts'

/** Streamed parts of a page hydrate last; after this time nothing is replaced any more. */
const watchedMs = 30_000

type Missed = { error: unknown; componentStack: string | null | undefined }

/**
 * How a root treats errors. What React had to render again is reported, and what somebody had typed there is restored. Elements
 * that an extension had inserted are recognised: they are no error of ours. When the user leaves a document that is still
 * streaming, the browser cuts it off before it is hidden. React then misses the rest, which is no error either.
 */
export function createRootOptions(root: Document | HTMLElement): Pick<RootOptions, 'onRecoverableError' | 'onCaughtError'> {
  let isLeft = false
  let missed: Missed[] = []
  const end = new AbortController()
  addEventListener('beforeunload', () => void (isLeft = true), { signal: end.signal })
  const replaced = watchReplaced(root)
  const focused = watchFocus(root, end.signal)
  setTimeout(() => {
    replaced.end()
    end.abort()
  }, watchedMs)

  /** Runs after the commit, because the errors of one commit arrive one by one. */
  const report = () => {
    const changes = replaced.take()
    const kind = hadForeignElement(changes) ? 'extension' : 'hydration'
    carryFields(changes, focused())
    for (const { error, componentStack } of missed) {
      if (kind === 'hydration') console.error('Hydration:', error)
      else console.warn('Hydration: somebody else had added an element')
      noteError({ kind, error, componentStack })
    }
    missed = []
  }
  return {
    onRecoverableError(error: unknown, { componentStack }: ErrorInfo = {}) {
      if (isLeft) return
      if (missed.length === 0) queueMicrotask(report)
      missed.push({ error, componentStack })
    },
    onCaughtError,
  }
}

/** Reports an error that a boundary has caught (src/ui/failure/failure-boundary.tsx). */
export function onCaughtError(error: unknown, { componentStack }: ErrorInfo): void {
  console.error('Page failure:', error)
  noteError({ kind: 'error', error, componentStack })
}
