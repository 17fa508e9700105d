import { useEffect, useRef, type RefObject } from 'react'

const focusable = 'output[tabindex], a[href], button'

/**
 * Keeps the focus inside an element when its focused descendant disappears: it moves to the first focusable descendant, or to
 * what `find` returns. Otherwise keyboards and screen readers would start again at the top of the page.
 */
export function useRestoredFocus<Container extends HTMLElement>(
  find = (container: Container) => container.querySelector<HTMLElement>(focusable),
): RefObject<Container | null> {
  const container = useRef<Container>(null)
  const last = useRef<Element | null>(null)

  useEffect(() => {
    const element = container.current
    const onFocus = ({ target }: FocusEvent) => (last.current = target instanceof Element ? target : null)
    element?.addEventListener('focusin', onFocus)
    return () => element?.removeEventListener('focusin', onFocus)
  }, [])

  // Runs after every commit, because any of them may have removed the focused button.
  useEffect(() => {
    const isLost = last.current?.isConnected === false && document.activeElement === document.body
    if (last.current?.isConnected === false) last.current = null
    if (isLost && container.current) find(container.current)?.focus({ preventScroll: true })
  })
  return container
}
