import { useEffect, useRef } from 'react'

/**
 * For a heading whose page changes below it: when `shown` becomes another, what had the focus is gone, so the heading takes
 * it. The keyboard then starts there, and a screen reader says where one is.
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
