import { useEffect, useRef, type RefObject } from 'react'

/** Focuses the element when it appears if the previously focused element was removed; never in a new document. */
export function useFocusIfLost<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null)
  useEffect(() => {
    const isFirstDocument = document.documentElement.dataset['hydrated'] === undefined
    if (!isFirstDocument && document.activeElement === document.body) target.current?.focus()
  }, [])
  return target
}
