import { useEffect, type RefObject } from 'react'
import { useConversation } from '../conversation/conversation-context.ts'

const loadGestures = () => import('./message-gestures.ts')

/** Handles gestures on messages, from the first touch, hover or focus in the log on. */
export function useMessageGestures(log: RefObject<HTMLElement | null>): void {
  const { openMenu } = useConversation()
  useEffect(() => {
    const box = log.current
    const first = new AbortController()
    let stop = () => first.abort()
    const begin = async (event: Event) => {
      first.abort()
      let arrow: KeyboardEvent | undefined
      const wait = new AbortController()
      box?.addEventListener('keydown', (pressed) => pressed.key.startsWith('Arrow') && (arrow = pressed), { signal: wait.signal })
      const { listenForGestures } = await loadGestures()
      wait.abort()
      if (!box?.isConnected) return
      const gestures = listenForGestures(box, openMenu)
      stop = gestures.stop
      if (event instanceof PointerEvent) gestures.press(event)
      // Replays an arrow key pressed while the code was loading.
      if (arrow) arrow.target?.dispatchEvent(new KeyboardEvent('keydown', { key: arrow.key, bubbles: true, cancelable: true }))
    }
    for (const kind of ['pointerdown', 'pointerover', 'focusin'])
      box?.addEventListener(kind, begin, { signal: first.signal, passive: true })
    return () => stop()
  }, [log, openMenu])
}
