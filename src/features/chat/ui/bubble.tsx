import { useI18n } from '#shared/i18n/context.tsx'
import { useLive } from '#shared/realtime.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './bubble.module.css'
import { MessageMark } from './message-mark.tsx'
import { MessageText } from './message-text.tsx'
import type { TimelineMessage } from './timeline.ts'

/** One message. Own ones stand at the end of the line: fainter while pending, with a way on when they failed. */
export function Bubble({ message, partnerName }: { message: TimelineMessage; partnerName: string }) {
  const { t, format } = useI18n()
  const { isOwn, isFirst, isLast, status, at, text } = message
  const marks = [
    styles.line,
    isOwn ? styles.own : styles.other,
    isFirst ? styles.first : '',
    isLast ? styles.last : '',
    styles[status],
  ]
  return (
    <li className={marks.join(' ')}>
      <div className={styles.bubble}>
        <span className="visually-hidden">{isOwn ? t('chat.youWrote') : t('chat.partnerWrote', { name: partnerName })} </span>
        <MessageText text={text} />
      </div>
      {status === 'failed' ? (
        <Failed cid={message.cid} />
      ) : isLast ? (
        <span className={styles.foot}>
          <time dateTime={new Date(at).toISOString()}>{format.time(at)}</time>
          {isOwn ? <MessageMark mark={status} /> : null}
        </span>
      ) : null}
    </li>
  )
}

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
