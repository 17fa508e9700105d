import { useEffect, useState } from 'react'
import { apiPaths } from '#shared/api-paths.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { Late } from '#shared/late.tsx'
import { routes } from '#shared/routes.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import type { HistoryPage } from '../contract.ts'
import { ArchiveLog } from './archive-log.tsx'
import type { Chat } from './chat-state.ts'
import { LogSkeleton } from './chat-skeletons.tsx'
import { Composer } from './composer.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import styles from './conversation.module.css'
import type { Partner } from './inbox-rows.ts'
import { MessageLog } from './message-log.tsx'
import { useChat, useChatState } from './use-chat.ts'

type ConversationProps = {
  partner: Partner
  cid: string
  /** Older messages were asked for by address: they are shown as they were, without what is live. */
  isArchive: boolean
}

/** The open conversation. Header and composer are there at once; the messages stream in between. */
export function Conversation({ partner, cid, isArchive }: ConversationProps) {
  const { t } = useI18n()
  const [chat, setChat] = useState<Chat | null>(null)
  const [isOver, setIsOver] = useState(false)
  return (
    <section className={styles.conversation} aria-labelledby="conversation-name">
      <ConversationHeader partner={partner} chat={chat} />
      <ConnectionNote />
      <Late<HistoryPage> name="history" fallback={<LogSkeleton />}>
        {(history) =>
          history === null ? (
            <Away partner={partner} />
          ) : isArchive ? (
            <ArchiveLog history={history} partner={partner} />
          ) : (
            <LiveLog history={history} partner={partner} onChat={setChat} onOver={setIsOver} />
          )
        }
      </Late>
      {isOver ? (
        <div className={styles.over}>
          <Notice>{t('chat.over')}</Notice>
        </div>
      ) : (
        <Composer conversation={partner.conversation} partnerName={partner.firstName} cid={cid} />
      )}
    </section>
  )
}

type LiveLogProps = {
  history: HistoryPage
  partner: Partner
  onChat: (chat: Chat | null) => void
  onOver: (isOver: boolean) => void
}

function LiveLog({ history, partner, onChat, onOver }: LiveLogProps) {
  const chat = useChat(partner, history)
  const isOver = useChatState(chat, (state) => state.isOver)
  useEffect(() => {
    onChat(chat)
    return () => onChat(null)
  }, [chat, onChat])
  useEffect(() => onOver(isOver), [isOver, onOver])
  return (
    <div className={styles.live}>
      <MessageLog chat={chat} partner={partner} />
      <noscript>
        <MarkReadForm conversation={partner.conversation} seq={history.head} />
      </noscript>
    </div>
  )
}

function MarkReadForm({ conversation, seq }: { conversation: string; seq: number }) {
  const { t } = useI18n()
  return (
    <form method="post" action={apiPaths.chatRead} className={styles.markRead}>
      <input type="hidden" name="conversation" value={conversation} />
      <input type="hidden" name="seq" value={seq} />
      <Button kind="quiet" size="s" icon="check-check">
        {t('chat.markRead')}
      </Button>
    </form>
  )
}

function Away({ partner }: { partner: Partner }) {
  const { t } = useI18n()
  const href = useHref()
  const again = href(routes.messages, {}, { query: { chat: partner.conversation } })
  return (
    <div className={styles.away}>
      <EmptyState
        level={3}
        title={t('chat.away.title')}
        text={t('chat.away.text')}
        action={
          <ButtonLink kind="secondary" href={again}>
            {t('common.form.retry')}
          </ButtonLink>
        }
      />
    </div>
  )
}
