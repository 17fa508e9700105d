import { useI18n } from '#shared/i18n/context.tsx'
import { useLive } from '#shared/realtime/realtime.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './message-item.module.css'

type FailedMessageProps = {
  cid: string
  text: string
  discardLabel: string
  /** A message refused because of its text would be refused again: its writer can only take it back. */
  canRetry?: boolean
}

/** Below a message that was not sent: why, and what can be done. */
export function FailedMessage({ cid, text, discardLabel, canRetry = true }: FailedMessageProps) {
  const { t } = useI18n()
  const outbox = useLive((live) => live.realtime)?.outbox
  return (
    <span className={`${styles.foot} ${styles.failure}`} role="alert">
      <Icon name="circle-alert" size="s" />
      {text}
      {canRetry ? (
        <button type="button" className={styles.again} onClick={() => outbox?.retry(cid)}>
          {t('common.form.retry')}
        </button>
      ) : null}
      <button type="button" className={styles.again} onClick={() => outbox?.discard(cid)}>
        {discardLabel}
      </button>
    </span>
  )
}
