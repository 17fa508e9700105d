import { useI18n } from '#shared/i18n/context.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './skeletons.module.css'

/** Rows of the inbox in their final size. */
export function InboxSkeleton() {
  const { t } = useI18n()
  return (
    <div aria-busy="true" className={styles.inbox}>
      <span className="visually-hidden">{t('chat.loading')}</span>
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton shape="avatar" />
          <Skeleton lines={2} />
        </div>
      ))}
    </div>
  )
}

/** A conversation that is loading: three groups of messages, the last ones at the bottom. */
export function LogSkeleton() {
  const { t } = useI18n()
  return (
    <div aria-busy="true" className={styles.log}>
      <span className="visually-hidden">{t('chat.loading')}</span>
      {(['other', 'own', 'other', 'own'] as const).map((side, index) => (
        <div key={index} className={styles[side]}>
          <Skeleton shape="block" />
        </div>
      ))}
    </div>
  )
}
