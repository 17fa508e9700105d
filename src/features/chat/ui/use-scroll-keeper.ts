import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** So close to the end counts as being there. */
const nearPx = 48

type ScrollKeeper = { isAtEnd: boolean; toEnd: () => void }

/**
 * Keeps what is being read in its place while messages arrive above and below, and stays at the end while one is there.
 * The log is a reversed flex column: its end is scroll position 0, the start is negative, and a page without script
 * begins at the newest message.
 */
export function useScrollKeeper(log: RefObject<HTMLElement | null>): ScrollKeeper {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const anchor = useRef<{ element: Element; top: number } | null>(null)

  const remember = useCallback(() => {
    const box = log.current
    if (!box) return
    const isNear = Math.abs(box.scrollTop) <= nearPx
    setIsAtEnd(isNear)
    anchor.current = isNear ? null : findAnchor(box)
  }, [log])

  useEffect(() => {
    const box = log.current
    box?.addEventListener('scroll', remember, { passive: true })
    return () => box?.removeEventListener('scroll', remember)
  }, [log, remember])

  useLayoutEffect(() => {
    const box = log.current
    const kept = anchor.current
    if (!box || !kept?.element.isConnected) return
    const moved = kept.element.getBoundingClientRect().top - kept.top
    if (moved !== 0) box.scrollBy({ top: moved, behavior: 'instant' })
    anchor.current = findAnchor(box)
  })

  const toEnd = useCallback(() => {
    anchor.current = null
    log.current?.scrollTo({ top: 0, behavior: 'instant' })
  }, [log])
  return { isAtEnd, toEnd }
}

/** The line in the middle of the view. */
function findAnchor(box: HTMLElement): { element: Element; top: number } | null {
  const view = box.getBoundingClientRect()
  const middle = view.top + view.height / 2
  const lines = [...box.querySelectorAll('li')]
  const element = lines.findLast((line) => line.getBoundingClientRect().top <= middle)
  return element ? { element, top: element.getBoundingClientRect().top } : null
}
