import { useI18n } from '#shared/i18n/context.tsx'
import { useConnectionStatus } from '#shared/realtime/realtime.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './connection-lost.module.css'

/**
 * The viewer is disconnected: they have the same 30 seconds as everyone. `data-notice` hides the page's other connection notices.
 */
export function ConnectionLost({ isShown }: { isShown: boolean }) {
  const { t } = useI18n()
  const { notice } = useConnectionStatus()
  const isLost = isShown && (notice === 'reconnecting' || notice === 'failed')
  return (
    <output className={styles.lost}>
      {isLost ? (
        <span data-notice={notice}>
          <Icon name="wifi-off" size="s" />
          {t('encounters.lost')}
        </span>
      ) : null}
    </output>
  )
}
