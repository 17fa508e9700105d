import { useEffect, useEffectEvent, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import type { Chat } from '../conversation/chat-state.ts'
import { useConversation } from '../conversation/conversation-context.ts'
import { useChatState } from '../conversation/use-chat.ts'
import { firstReceived } from './first-messages.ts'
import { bothering } from './lazy-browser.ts'

const none: readonly WireMessage[] = []

/**
 * Returns the first message about which the viewer is asked whether it bothers them, and closes the question. Messages are read in
 * this browser only, and only while the two have just begun to write.
 */
export function useBothering(chat: Chat) {
  const { locale } = useI18n()
  const { partner, viewerId } = useConversation()
  const messages = useChatState(chat, (state) => state.messages)
  const isWhole = useChatState(chat, (state) => !state.hasEarlier && !state.hasLater)
  const received = isWhole ? firstReceived({ messages, hasEarlier: false, hasLater: false }, viewerId) : none
  const [seq, setSeq] = useState<number | null>(null)
  const look = useEffectEvent(async () => {
    const { findBothering } = await bothering()
    return findBothering(received, [locale.code, ...(partner.languages ?? [])])
  })
  // A change or removal of a message is a reason to look again.
  const versions = received.map(({ cid, editedAt = 0, deleted }) => `${cid} ${editedAt} ${deleted}`).join()
  useEffect(() => {
    let isCurrent = true
    const show = (found: number | null) => {
      if (isCurrent) setSeq(found)
    }
    // Offline, nothing is asked.
    if (versions !== '') look().then(show, () => {})
    return () => {
      isCurrent = false
    }
  }, [versions])
  const message = received.find((one) => one.seq === seq) ?? null
  const close = async () => {
    setSeq(null)
    document.getElementById(`m${seq}`)?.focus()
    if (message) (await bothering()).closeQuestion(message)
  }
  return { seq: message?.seq ?? null, close: () => void close() }
}
