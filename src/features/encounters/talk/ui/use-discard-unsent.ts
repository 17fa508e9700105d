import { useEffect } from 'react'
import { useLive } from '#shared/realtime/realtime.tsx'
import { channelName } from '#shared/realtime/wire.ts'

/** A message that could not be sent before the end of the talk is removed from the device. */
export function useDiscardUnsent(encounter: string, isEnded = true): void {
  const realtime = useLive((live) => live.realtime)
  useEffect(() => {
    if (!realtime || !isEnded) return
    for (const { cid } of realtime.outbox.items(channelName.conversation(encounter))) realtime.outbox.discard(cid)
  }, [realtime, encounter, isEnded])
}
