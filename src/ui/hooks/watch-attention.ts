/**
 * Reports when somebody starts or stops attending to a part of the page: by pointer or focus, or because the window is hidden.
 * Removing the element under the pointer or with the focus sends no leave event, so each check reads the current state. Returns
 * the unsubscribe function.
 */
export function watchAttention(part: HTMLElement, onChange: (attended: boolean) => void): () => void {
  const stop = new AbortController()
  let pointed: Node | null = null

  const look = () => onChange(document.hidden || part.contains(pointed) || part.contains(document.activeElement))
  const point = (target: EventTarget | null) => {
    pointed = target instanceof Node ? target : null
    look()
  }
  const { signal } = stop
  document.addEventListener('pointerover', (event) => point(event.target), { signal })
  document.documentElement.addEventListener('pointerleave', () => point(null), { signal })
  // A finger does not hover: it counts only while it touches.
  const lift = ({ pointerType }: PointerEvent) => pointerType !== 'mouse' && point(null)
  document.addEventListener('pointerup', lift, { signal })
  document.addEventListener('pointercancel', lift, { signal })
  for (const name of ['focusin', 'focusout']) document.addEventListener(name, () => queueMicrotask(look), { signal })
  document.addEventListener('visibilitychange', look, { signal })
  const changes = new MutationObserver(look)
  changes.observe(part, { childList: true, subtree: true })
  look()
  return () => {
    changes.disconnect()
    stop.abort()
  }
}
