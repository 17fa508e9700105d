import { useEffect } from 'react'
import { useLive } from '#shared/realtime/realtime.tsx'
import { attentionEvent, isEvent } from '#shared/realtime/wire.ts'

/** Answers the server that the member is looking at this page, so that their devices get no push message. */
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
