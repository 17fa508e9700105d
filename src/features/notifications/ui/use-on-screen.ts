import { useEffect } from 'react'

const lockOf = (conversation: string) => `kismet-on-screen-${conversation}`

/** Holds a lock while this window shows a conversation. Returns a check whether any window of this browser holds one. */
export function useOnScreen(openChat: string | null): (conversation: string) => Promise<boolean> {
  useEffect(() => {
    if (openChat === null || !('locks' in navigator)) return
    let release = () => {}
    const onVisibility = () => {
      release()
      if (document.visibilityState === 'hidden') return
      const { promise, resolve } = Promise.withResolvers<void>()
      release = resolve
      void navigator.locks.request(lockOf(openChat), { mode: 'shared' }, () => promise)
    }
    onVisibility()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      release()
    }
  }, [openChat])

  return async (conversation) => {
    if (conversation === openChat && document.visibilityState === 'visible') return true
    if (!('locks' in navigator)) return false
    const { held = [] } = await navigator.locks.query()
    return held.some(({ name }) => name === lockOf(conversation))
  }
}
