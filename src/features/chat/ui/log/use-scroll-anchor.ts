import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { ChatState } from '../conversation/chat-state.ts'

/** Within this distance the reader counts as being at the end. */
const nearPx = 48

type Anchor = { element: Element; top: number }
/** `isAtEnd`: at the end of the window, which is the log's own end only while `hasLater` is false. */
type ScrollAnchor = {
  isAtEnd: boolean
  toEnd: () => void
  /** Returns the seq of the message in the middle of the view; null at the log's own end. */
  findPosition: () => number | null
}
type Options = Pick<ChatState, 'found' | 'hasLater'>

/**
 * Keeps the message being read in place while others are added or removed above and below. Stays at the end if the reader is
 * there, and scrolls a requested message into the middle. The log is a reversed flex column: its end is scroll position 0, the
 * start is negative. A page without a script thus begins at the newest message.
 */
export function useScrollAnchor(log: RefObject<HTMLElement | null>, { found, hasLater }: Options): ScrollAnchor {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const anchor = useRef<Anchor | null>(null)
  const shown = useRef<ChatState['found']>(null)
  const height = useRef(0)
  /** Counted from the end, so that what is added above or below does not change it. */
  const position = useRef(0)

  const remember = useEffectEvent(() => {
    const box = log.current
    if (!box) return
    position.current = box.scrollTop
    const isNear = Math.abs(box.scrollTop) <= nearPx
    setIsAtEnd(isNear)
    anchor.current = isNear && !hasLater ? null : findAnchor(box)
  })

  const restore = useEffectEvent(() => {
    const box = log.current
    if (!box) return
    // The reader has scrolled by a key, and its event is still to come: moving back would undo the key.
    if (box.scrollTop !== position.current) return remember()
    const kept = anchor.current
    if (!kept?.element.isConnected) return
    const moved = kept.element.getBoundingClientRect().top - kept.top
    if (moved !== 0) box.scrollBy({ top: moved, behavior: 'instant' })
    else if (box.scrollHeight !== height.current) nudge(box)
    height.current = box.scrollHeight
    position.current = box.scrollTop
  })

  useEffect(() => {
    const box = log.current
    const column = box?.firstElementChild
    if (!box || !column) return
    /** Expanded content grows downwards, wherever it is. */
    const hold = ({ target }: Event) => {
      const element = target instanceof Element ? target.closest('summary')?.closest('li') : null
      if (element) anchor.current = anchorAt(element)
    }
    const onScroll = () => remember()
    const resized = new ResizeObserver(() => restore())
    resized.observe(column)
    box.addEventListener('scroll', onScroll, { passive: true })
    box.addEventListener('click', hold)
    return () => {
      resized.disconnect()
      box.removeEventListener('scroll', onScroll)
      box.removeEventListener('click', hold)
    }
  }, [log])

  useLayoutEffect(() => {
    const box = log.current
    if (!box) return
    const line = found !== shown.current && found ? box.querySelector<HTMLElement>(`#m${found.seq}`) : null
    if (!line) return restore()
    const isFirst = found?.turn === 0
    shown.current = found
    line.scrollIntoView({ block: 'center', behavior: !isFirst && isNearView(box, line) ? 'smooth' : 'instant' })
    line.focus({ preventScroll: true })
    anchor.current = anchorAt(line)
    position.current = box.scrollTop
  })

  const toEnd = useCallback(() => {
    anchor.current = null
    log.current?.scrollTo({ top: 0, behavior: 'instant' })
  }, [log])
  const findPosition = useCallback(() => Number(anchor.current?.element.getAttribute('data-seq')) || null, [])
  return { isAtEnd, toEnd, findPosition }
}

/**
 * Makes Chromium's compositor read its scroll position again, by the smallest possible scroll. It counts from the start of the
 * content, which moves when earlier messages are added during a wheel scroll. With the old number it would skip all of them.
 */
function nudge(box: HTMLElement): void {
  for (const top of [-1, 1]) box.scrollBy({ top, behavior: 'instant' })
}

const anchorAt = (element: Element): Anchor => ({ element, top: element.getBoundingClientRect().top })

/** Returns the message in the middle of the view. */
function findAnchor(box: HTMLElement): Anchor | null {
  const view = box.getBoundingClientRect()
  const middle = view.top + view.height / 2
  const element = [...box.querySelectorAll('li')].findLast((line) => line.getBoundingClientRect().top <= middle)
  return element ? anchorAt(element) : null
}

/** Returns whether to scroll smoothly: only over a short distance, and unless the reader prefers reduced motion. */
function isNearView(box: HTMLElement, line: HTMLElement): boolean {
  const way = Math.abs(line.getBoundingClientRect().top - box.getBoundingClientRect().top)
  return way < 3 * box.clientHeight && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
