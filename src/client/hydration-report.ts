/**
 * Reports what React had to render again. When the user leaves a document that still streams, the browser cuts it off before
 * it is hidden. React misses the rest, which is no error.
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
