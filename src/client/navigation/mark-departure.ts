/** Shorter waits show nothing: a flashing line would only distract. */
const afterMs = 150

/**
 * Answers a press at once, however slow the network: marks the pressed link, and after a moment shows a progress line at the top
 * (src/ui/base.css). Returns the end of both.
 */
export function markDeparture(source: Element | null | undefined): () => void {
  const link = source?.closest('a')
  link?.setAttribute('aria-busy', 'true')
  const { dataset } = document.documentElement
  const timer = setTimeout(() => (dataset['leaving'] = ''), afterMs)
  return () => {
    clearTimeout(timer)
    link?.removeAttribute('aria-busy')
    delete dataset['leaving']
  }
}
