import { memo } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { FailedMessage } from '#ui/messages/failed-message.tsx'
import { MessageBubble, MessageFoot, MessageItem, MessageTime } from '#ui/messages/message-item.tsx'
import styles from './bubble.module.css'
import { useConversation } from '../conversation/conversation-context.ts'
import { GiftCard } from './gift-card.tsx'
import { ReceiptIcon } from './message-mark.tsx'
import { MessagePhoto } from './message-photo.tsx'
import { MessageText } from './message-text.tsx'
import { MessageTools } from '../message-menu/message-tools.tsx'
import { NoScriptMenu } from '../message-menu/lazy.ts'
import { Quote } from './quote.tsx'
import { Reactions } from './reactions.tsx'
import type { TimelineMessage } from '../log/timeline.ts'

type BubbleProps = Omit<TimelineMessage, 'key'> & {
  /** The message that this one answers, if it is known. */
  answered: WireMessage | null
  /** Set for the requested message: it is highlighted once for each turn. */
  foundTurn: number | null
  /** The last of the log: the tab key reaches it, the arrow keys reach the others. */
  isNewest: boolean
}

/** One message of a conversation, with everything it may contain and every action on it. */
export const Bubble = memo(function Bubble({ answered, foundTurn, isNewest, status, ...line }: BubbleProps) {
  const { sent, waiting, isOwn, isLast, at } = line
  const { t } = useI18n()
  const { partner, isNoScript, canWrite } = useConversation()
  const { text = '', replyTo } = sent ?? waiting ?? {}
  const isDeleted = sent?.deleted === true
  const hasTools = sent !== null && !isDeleted && canWrite
  return (
    <MessageItem
      line={line}
      className={`${styles.line} ${isOwn ? styles.own : ''}`}
      id={sent ? `m${sent.seq}` : undefined}
      data-seq={sent?.seq}
      tabIndex={-1}
    >
      {foundTurn === null ? null : <span key={foundTurn} className={styles.glow} />}
      <div className={styles.row}>
        <MessageBubble
          author={isOwn ? t('chat.youWrote') : t('chat.partnerWrote', { name: partner.firstName })}
          className={`${styles.bubble} ${isDeleted ? styles.gone : ''}`}
          id={sent ? `t${sent.seq}` : undefined}
          data-words={hasTools ? '' : undefined}
        >
          {replyTo ? <Quote seq={replyTo.seq} message={answered} /> : null}
          {sent?.photo || waiting?.photo ? (
            <MessagePhoto photo={sent?.photo} blob={waiting?.photo} cid={(sent ?? waiting)?.cid ?? ''} isOwn={isOwn} />
          ) : null}
          {isDeleted ? (
            t('chat.deleted')
          ) : sent?.gift ? (
            <GiftCard gift={sent.gift} givenTo={isOwn ? partner.firstName : null} />
          ) : text === '' ? null : (
            <MessageText text={text} language={isOwn ? null : partner.writesIn} />
          )}
        </MessageBubble>
        {hasTools && !isNoScript ? <MessageTools seq={sent.seq} isNewest={isNewest} /> : null}
      </div>
      {sent?.reactions?.length ? <Reactions message={sent} /> : null}
      {hasTools && isNoScript ? <NoScriptMenu message={sent} isOwn={isOwn} /> : null}
      {status === 'failed' && waiting ? (
        <FailedMessage cid={waiting.cid} text={t('chat.notSent')} discardLabel={t('chat.discard')} />
      ) : isLast || sent?.editedAt ? (
        <MessageFoot>
          {sent?.editedAt && !isDeleted ? <span>{t('chat.edited')}</span> : null}
          {isLast ? <MessageTime at={at} /> : null}
          {isOwn && isLast && status !== 'failed' ? <ReceiptIcon mark={status} /> : null}
        </MessageFoot>
      ) : null}
    </MessageItem>
  )
})
