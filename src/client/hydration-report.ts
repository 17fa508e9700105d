import type { ErrorInfo } from 'react'
import { noteError } from './errors/watch-errors.ts'

/**
 * Reports what React had to render again. When the user leaves a document that still streams, the browser cuts it off before
 * it is hidden. React misses the rest, which is no error.
 */
export function createHydrationReport(): (error: unknown, info?: ErrorInfo) => void {
  let isLeft = false
  addEventListener('beforeunload', () => {
    isLeft = true
  })
  return (error, { componentStack } = {}) => {
    if (isLeft) return
    console.error('Hydration:', error)
    noteError({ kind: 'hydration', error, componentStack })
  }
}
