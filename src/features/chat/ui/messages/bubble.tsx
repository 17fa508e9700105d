import { memo } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import type { WireMessage } from '#shared/realtime/wire.ts'
import { Icon } from '#ui/icons/icon.tsx'
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
  /** The message that this one answers, where it is known. */
  answered: WireMessage | null
  /** Set for the requested message: it is highlighted once for each turn. */
  foundTurn: number | null
  /** The last of the log: the tab key reaches it, the arrows reach the others. */
  isNewest: boolean
}

/** One message. Own ones stand at the end side: fainter while pending, with a retry when they failed. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  const { sent, waiting, isOwn, isFirst, isLast, at, status, answered, foundTurn, isNewest } = props
  const { t, format } = useI18n()
  const { partner, isNoScript, canWrite } = useConversation()
  const { text = '', replyTo } = sent ?? waiting ?? {}
  const isDeleted = sent?.deleted === true
  const marks = [
    styles.line,
    isOwn ? styles.own : '',
    isFirst ? styles.first : '',
    isLast ? styles.last : '',
    status === 'pending' || status === 'failed' ? styles[status] : '',
  ]
  const hasTools = sent !== null && !isDeleted && canWrite
  return (
    <li className={marks.join(' ')} id={sent ? `m${sent.seq}` : undefined} data-seq={sent?.seq} tabIndex={-1}>
      {foundTurn === null ? null : <span key={foundTurn} className={styles.glow} />}
      <div className={styles.row}>
        <div
          className={`${styles.bubble} ${isDeleted ? styles.gone : ''}`}
          id={sent ? `t${sent.seq}` : undefined}
          data-words={hasTools ? '' : undefined}
        >
          <span className="visually-hidden">
            {isOwn ? t('chat.youWrote') : t('chat.partnerWrote', { name: partner.firstName })}{' '}
          </span>
          {replyTo ? <Quote seq={replyTo.seq} message={answered} /> : null}
          {sent?.photo || waiting?.photo ? (
            <MessagePhoto photo={sent?.photo} blob={waiting?.photo} cid={(sent ?? waiting)?.cid ?? ''} isOwn={isOwn} />
          ) : null}
          {isDeleted ? (
            t('chat.deleted')
          ) : sent?.gift ? (
            <GiftCard gift={sent.gift} givenTo={isOwn ? partner.firstName : null} />
          ) : text === '' ? null : (
            <MessageText text={text} />
          )}
        </div>
        {hasTools && !isNoScript ? <MessageTools seq={sent.seq} isNewest={isNewest} /> : null}
      </div>
      {sent?.reactions?.length ? <Reactions message={sent} /> : null}
      {hasTools && isNoScript ? <NoScriptMenu message={sent} isOwn={isOwn} /> : null}
      {status === 'failed' && waiting ? (
        <Failed cid={waiting.cid} />
      ) : isLast || sent?.editedAt ? (
        <span className={styles.foot}>
          {sent?.editedAt && !isDeleted ? <span>{t('chat.edited')}</span> : null}
          {isLast ? <time dateTime={new Date(at).toISOString()}>{format.time(at)}</time> : null}
          {isOwn && isLast && status !== 'failed' ? <ReceiptIcon mark={status} /> : null}
        </span>
      ) : null}
    </li>
  )
})

function Failed({ cid }: { cid: string }) {
  const { t } = useI18n()
  const outbox = useLive((live) => live.realtime)?.outbox
  return (
    <span className={`${styles.foot} ${styles.failure}`} role="alert">
      <Icon name="circle-alert" size="s" />
      {t('chat.notSent')}
      <button type="button" className={styles.again} onClick={() => outbox?.retry(cid)}>
        {t('common.form.retry')}
      </button>
      <button type="button" className={styles.again} onClick={() => outbox?.discard(cid)}>
        {t('chat.discard')}
      </button>
    </span>
  )
}
