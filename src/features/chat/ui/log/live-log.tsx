import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import type { Chat } from '../conversation/chat-state.ts'
import { ConversationProvider, type ConversationTools, type MenuTarget } from '../conversation/conversation-context.ts'
import styles from '../conversation/conversation.module.css'
import type { Partner } from '../inbox/inbox-rows.ts'
import { MessageLog } from './message-log.tsx'
import { DeleteDialog, messageActions, MessageMenu } from '../message-menu/lazy-browser.ts'
import type { ShownHistory } from '../inbox/messages-props.ts'
import { MarkReadForm } from '../message-menu/lazy.ts'
import { useChat, useChatState } from '../conversation/use-chat.ts'
import { useHistory } from './use-history.ts'
import type { Writing } from '../composer/writing-state.ts'

type LiveLogProps = {
  history: ShownHistory
  partner: Partner
  at: number | null
  isNoScript: boolean
  writing: Writing
  onChat: (chat: Chat | null) => void
}

/** Photos of a match younger than this start blurred (product.md 'Talking'). */
const veilMs = 7 * 24 * 60 * 60 * 1000

/** The messages, kept up to date, with their actions. */
export function LiveLog({ history: page, partner, at, isNoScript, writing, onChat }: LiveLogProps) {
  const { t } = useI18n()
  const { viewer, now } = usePage()
  const chat = useChat(partner, page, at)
  const history = useHistory(chat, partner.conversation)
  const isOver = useChatState(chat, (state) => state.isOver)
  const [target, setTarget] = useState<MenuTarget | null>(null)
  const [pendingDelete, setPendingDelete] = useState<WireMessage | null>(null)
  useEffect(() => {
    onChat(chat)
    return () => onChat(null)
  }, [chat, onChat])

  const { conversation } = partner
  const viewerId = viewer?.id ?? ''
  const canWrite = partner.stage === 'open' && !isOver
  const isBlurred = now - partner.since < veilMs
  const offlineText = t('common.error.offline')
  const latest = useRef(history)
  useEffect(() => {
    latest.current = history
  })
  const tools = useMemo<ConversationTools>(() => {
    const acting = { chat, conversation, viewerId, offlineText }
    return {
      partner,
      viewerId,
      canWrite,
      isNoScript,
      isBlurred,
      writing,
      openMenu: setTarget,
      show: (seq) => void latest.current.show(seq),
      learn: (seq) => void latest.current.learn(seq),
      react: async (seq, emoji) => (await messageActions()).react(acting, seq, emoji),
      remove: async (seq) => (await messageActions()).remove(acting, seq),
    }
  }, [partner, viewerId, canWrite, isNoScript, isBlurred, writing, chat, conversation, offlineText])

  const message = target && chat.message(target.seq)
  return (
    <ConversationProvider value={tools}>
      <div className={styles.live}>
        <MessageLog chat={chat} history={history} openings={page.openings} />
        <Suspense fallback={null}>
          {target && message ? (
            <MessageMenu
              target={target}
              message={message}
              onDelete={setPendingDelete}
              onClose={(hasMoved) => {
                setTarget(null)
                if (!hasMoved) target.button.focus()
              }}
            />
          ) : null}
          {pendingDelete ? <DeleteDialog message={pendingDelete} onClose={() => setPendingDelete(null)} /> : null}
        </Suspense>
        {isNoScript && page.messages.length > 0 ? <MarkReadForm conversation={conversation} seq={page.head} /> : null}
      </div>
    </ConversationProvider>
  )
}
