/** Shorter ways show nothing: a line that flashes is no answer. */
const afterMs = 150

/**
 * Answers a press at once, however slow the network: marks the pressed link, and after a moment says along the top that a page is on its
 * way (src/ui/base.css). Returns the end of both.
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
