import { useEffect, useEffectEvent } from 'react'
import { useLive } from './realtime.tsx'
import type { ServerEvent } from './wire.ts'

/** Called with every event. `onRejoined`: the member's channel was rejoined, and events may have been lost. */
export function useMemberEvents(onEvent: (event: ServerEvent) => void, onRejoined: () => void): void {
  const realtime = useLive((live) => live.realtime)
  const follow = useEffectEvent(onEvent)
  const rejoined = useEffectEvent(onRejoined)
  useEffect(() => {
    if (!realtime) return
    const stopFollowing = realtime.onEvent((event) => follow(event))
    const stopJoining = realtime.onJoined((channel) => channel.startsWith('private-') && rejoined())
    return () => {
      stopFollowing()
      stopJoining()
    }
  }, [realtime])
}
