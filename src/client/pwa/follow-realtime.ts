import type { StoreApi } from 'zustand/vanilla'
import type { LiveState, Realtime } from '#shared/realtime/realtime.tsx'

export type Live = Pick<StoreApi<LiveState>, 'getState' | 'subscribe'>

/**
 * Calls `listen` with the page's connection, at once and whenever it is replaced, until the signal. The function that it returns
 * cleans up before the next call.
 */
export function followRealtime(
  live: Live,
  signal: AbortSignal,
  listen: (realtime: Realtime | null) => (() => void) | undefined,
): void {
  let followed = live.getState().realtime
  let stop = listen(followed)
  const ignore = live.subscribe(({ realtime }) => {
    if (realtime === followed) return
    stop?.()
    followed = realtime
    stop = listen(realtime)
  })
  signal.addEventListener('abort', () => {
    ignore()
    stop?.()
  })
}
