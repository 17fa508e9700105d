import { useRef } from 'react'
import { useConnectionStatus, useLive, type Draft } from '#shared/realtime/realtime.tsx'
import { sendTyping } from '#shared/realtime/send-typing.ts'
import { channelName } from '#shared/realtime/wire.ts'

type Sending = {
  /**
   * False before the realtime code is loaded, and after the connection was closed for good: then the form is submitted natively.
   */
  isReady: boolean
  /** Lets the partner see that somebody types. */
  type(): void
  /**
   * True while a message that begins with this text is being stored. `typed`: the field's content, with everything that belongs
   * to it.
   */
  isStoring(typed: string): boolean
  /**
   * Stores a message in the outbox, which takes a moment: clear the field after it. Pressing twice sends once, so the second
   * press resolves to false.
   */
  store(typed: string, draft: Draft, cid?: string): Promise<boolean>
}

/** Sends messages from a field to one conversation. */
export function useSending(conversation: string): Sending {
  const realtime = useLive((live) => live.realtime)
  const { state } = useConnectionStatus()
  const typedAt = useRef(0)
  const stored = useRef<string | null>(null)
  const channel = channelName.conversation(conversation)
  const isStoring = (typed: string) => stored.current !== null && typed.startsWith(stored.current)
  return {
    isReady: realtime !== null && state !== 'closed',
    type() {
      if (realtime) sendTyping(realtime, channel, typedAt)
    },
    isStoring,
    async store(typed, draft, cid) {
      if (!realtime || isStoring(typed)) return false
      stored.current = typed
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
