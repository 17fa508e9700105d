import { useEffect } from 'react'
import { apiPaths } from '#shared/api-paths.ts'
import { sendAction } from '#ui/send-action.ts'

/** Tells the server that the likes up to the page's time have been looked at. Repeats are harmless. */
export function useLikesSeen(until: number): void {
  useEffect(() => {
    // Not waited for: what nobody noted counts as new once more.
    void sendAction(apiPaths.likesSeen, { until }, '')
  }, [until])
}
