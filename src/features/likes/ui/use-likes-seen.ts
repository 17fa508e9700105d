import { useEffect } from 'react'
import { apiPaths } from '#shared/api-paths.ts'
import { sendAction } from '#ui/send-action.ts'

/** Tells the server that the likes up to the page's time have been looked at; null: not. Repeats are harmless. */
export function useLikesSeen(until: number | null): void {
  useEffect(() => {
    if (until === null) return
    // Not waited for: what nobody noted counts as new once more.
    void sendAction(apiPaths.likesSeen, { until }, '')
  }, [until])
}
