/**
 * Tells what React had to render anew. A document that is left while it streams is cut off by the browser before it is
 * hidden, so React misses the rest of it: that is no error.
 */
export function createHydrationReport(): (error: unknown) => void {
  let isLeft = false
  addEventListener('beforeunload', () => {
    isLeft = true
  })
  return (error) => {
    if (!isLeft) console.error('Hydration:', error)
  }
}
