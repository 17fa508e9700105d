import { useRef } from 'react'
import { useConnectionStatus, useLive, type Draft } from '#shared/realtime/realtime.tsx'
import { sendTyping } from '#shared/realtime/send-typing.ts'
import { channelName } from '#shared/realtime/wire.ts'
import { newId } from '../browser/new-id.ts'

type Sending = {
  /**
   * False before the realtime code is loaded, and after the connection was closed for good: then the form is submitted natively.
   */
  isReady: boolean
  /** Lets the partner see that somebody types. */
  type(): void
  /**
   * Stores a message in the outbox, which takes a moment: clear the field after it. Pressing twice sends once, so the second
   * press resolves to false, and so does a press before the realtime code is loaded. `typed`: what the field holds, with all that
   * goes with it. `begin` gets the id of a message that will be stored, before the message shows.
   */
  store(typed: string, draft: Draft, begin?: (cid: string) => void): Promise<boolean>
}

/** Sends messages from a field to one conversation. */
export function useSending(conversation: string): Sending {
  const realtime = useLive((live) => live.realtime)
  const { state } = useConnectionStatus()
  const typedAt = useRef(0)
  const stored = useRef<string | null>(null)
  const channel = channelName.conversation(conversation)
  return {
    isReady: realtime !== null && state !== 'closed',
    type() {
      if (realtime) sendTyping(realtime, channel, typedAt)
    },
    async store(typed, draft, begin) {
      const isStoring = stored.current !== null && typed.startsWith(stored.current)
      if (!realtime || isStoring) return false
      stored.current = typed
      const cid = newId()
      begin?.(cid)
      try {
        await realtime.outbox.add(channel, draft, cid)
      } finally {
        if (stored.current === typed) stored.current = null
      }
      typedAt.current = 0
      return true
    },
  }
}
