/**
 * Calls `listen` each time that the browser brings the document back out of its memory as it was left: what was being sent
 * then waits for nothing now. Returns the function to stop.
 */
export function onRestored(listen: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listen()
  }
  addEventListener('pageshow', onShow)
  return () => removeEventListener('pageshow', onShow)
}
