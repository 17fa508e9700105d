/**
 * Calls `listen` each time the browser restores the document from the back/forward cache. The requests of that time have ended,
 * so nothing may stay pending. Returns the unsubscribe function.
 */
export function onRestored(listen: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listen()
  }
  addEventListener('pageshow', onShow)
  return () => removeEventListener('pageshow', onShow)
}
