import { useEffect, useRef } from 'react'

/**
 * For a heading above changing content: moves the focus to the heading when `shown` changes, because the focused element has been
 * removed. The keyboard continues there, and a screen reader announces it.
 */
export function useFocusOnChange(shown: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    heading.current?.focus({ preventScroll: true })
  }, [shown])
  return heading
}
