import { useEffect } from 'react'
import { optional } from '#ui/browser/optional.ts'

const findLocks = () => optional(() => navigator.locks)
const lockOf = (conversation: string) => `kismet-on-screen-${conversation}`

/** Holds a lock while this window shows a conversation. Returns a check whether any window of this browser holds one. */
export function useOnScreen(openChat: string | null): (conversation: string) => Promise<boolean> {
  useEffect(() => {
    const locks = findLocks()
    if (openChat === null || !locks) return
    let release = () => {}
    const onVisibility = () => {
      release()
      if (document.visibilityState === 'hidden') return
      const { promise, resolve } = Promise.withResolvers<void>()
      release = resolve
      locks.request(lockOf(openChat), { mode: 'shared' }, () => promise).catch(() => {}) // If locks are refused, only this window knows.
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
    const all = await findLocks()
      ?.query()
      .catch(() => null)
    return all?.held?.some(({ name }) => name === lockOf(conversation)) ?? false
  }
}
