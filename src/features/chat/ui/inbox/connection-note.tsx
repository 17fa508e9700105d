import { useI18n } from '#shared/i18n/context.tsx'
import { useConnectionStatus } from '#shared/realtime/realtime.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from '../conversation/conversation.module.css'

const icons = { reconnecting: 'refresh-cw', reconnected: 'check', failed: 'wifi-off' } as const

/** Shows the state of the connection, unless it is open (spec §4). */
export function ConnectionNote() {
  const { t } = useI18n()
  const { notice } = useConnectionStatus()
  return (
    <output className={styles.connection}>
      {notice ? (
        <span data-notice={notice}>
          <Icon name={icons[notice]} size="s" />
          {t(`chat.connection.${notice}`)}
        </span>
      ) : null}
    </output>
  )
}
