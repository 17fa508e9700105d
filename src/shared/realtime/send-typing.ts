import type { Realtime } from './realtime.tsx'
import { typingEvent, type ConversationChannel } from './wire.ts'

/** The partner sees a typing event for 6 s, so repeating it a little sooner is enough. */
const repeatMs = 3000

/** Sends the typing event, throttled. `sentAt`: time of the last one in ms; 0 lets the next one through. */
export function sendTyping(realtime: Realtime, channel: ConversationChannel, sentAt: { current: number }): void {
  const now = Date.now()
  if (now - sentAt.current < repeatMs) return
  sentAt.current = now
  realtime.clientEvent(channel, typingEvent)
}
