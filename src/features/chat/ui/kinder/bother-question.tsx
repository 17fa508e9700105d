import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { useI18n } from '#shared/i18n/context.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { BotherBox } from '#ui/kinder/bother-box.tsx'
import type { GuardedAction } from '#ui/overlays/guarded-actions.tsx'
import type { Chat } from '../conversation/chat-state.ts'
import type { Partner } from '../inbox/inbox-rows.ts'
import { closeQuestion, findBothering, firstReceived } from './bothering.ts'

type BotherQuestionProps = {
  chat: Chat
  partner: Partner
  viewerId: string
  /** Blocking and reporting. */
  actions: readonly GuardedAction[]
}

/**
 * Asks below the first received message with unkind words whether it bothers its reader. Messages are read in this browser only.
 */
export function BotherQuestion({ chat, partner, viewerId, actions }: BotherQuestionProps) {
  const { locale } = useI18n()
  const received = firstReceived(
    useStore(chat, (state) => state.messages),
    viewerId,
  )
  const [found, setFound] = useState<WireMessage | null>(null)
  const look = useEffectEvent(() => findBothering(received, [locale.code, ...(partner.languages ?? [])]))
  // A changed or deleted message is a reason to look again.
  const versions = received.map(({ cid, editedAt = 0, deleted }) => `${cid} ${editedAt} ${deleted}`).join()
  useEffect(() => {
    let isCurrent = true
    const show = (message: WireMessage | null) => {
      if (isCurrent) setFound(message)
    }
    // Offline, nothing is asked.
    const looked = versions === '' ? Promise.resolve(null) : look()
    looked.then(show, () => {})
    return () => {
      isCurrent = false
    }
  }, [versions])
  const line = found && document.getElementById(`m${found.seq}`)
  const close = () => {
    line?.focus()
    if (found) closeQuestion(found)
    setFound(null)
  }
  return line ? createPortal(<BotherBox actions={actions} onClose={close} />, line) : null
}
