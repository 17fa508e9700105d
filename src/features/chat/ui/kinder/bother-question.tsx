import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { useI18n } from '#shared/i18n/context.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useGuardedActions, type GuardedAction } from '#ui/overlays/guarded-actions.tsx'
import type { Chat } from '../conversation/chat-state.ts'
import type { Partner } from '../inbox/inbox-rows.ts'
import styles from './bother-question.module.css'
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
  return line ? createPortal(<Question actions={actions} onClose={close} />, line) : null
}

function Question({ actions, onClose }: { actions: readonly GuardedAction[]; onClose: () => void }) {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  const { buttonOf, dialogs } = useGuardedActions({ actions, isNoScript: false }, box)
  return (
    <div ref={box} className={styles.question}>
      <output>{t('safety.kinder.bothers')}</output>
      <IconButton icon="x" label={t('common.form.close')} onClick={onClose} />
      <div className={styles.acts}>
        {actions.map((action) => (
          <Button key={action.id} type="button" kind="secondary" size="s" data-act={action.id} {...buttonOf(action)}>
            {action.label}
          </Button>
        ))}
      </div>
      {dialogs}
    </div>
  )
}
