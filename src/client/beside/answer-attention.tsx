import { useEffect } from 'react'
import { useLive } from '#shared/realtime/realtime.tsx'
import { attentionEvent, isEvent } from '#shared/realtime/wire.ts'

/** Says that its member is looking when the server asks, so that no push message goes to their devices. */
export function AnswerAttention() {
  const realtime = useLive((live) => live.realtime)
  useEffect(
    () =>
      realtime?.onEvent((event) => {
        if (isEvent(event, 'attention') && document.hasFocus()) realtime.clientEvent(event.channel, attentionEvent)
      }),
    [realtime],
  )
  return null
}
