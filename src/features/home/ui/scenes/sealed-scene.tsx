import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { strangers, type DrawAlias } from '../faces.ts'
import styles from './sealed-scene.module.css'

/** An anonymous chat: two drawings under made-up names, and a thread that stays sealed until both want it open. */
export function SealedScene({ drawAlias }: { drawAlias: DrawAlias }) {
  const { t } = useI18n()
  return (
    <div className={styles.pair}>
      <svg className={styles.thread} viewBox="0 0 560 120" aria-hidden="true">
        <path d="M-10 84C50 24 96 20 140 56C190 96 236 98 280 60C324 22 370 24 420 60C464 92 510 92 570 36" />
      </svg>
      <p className={styles.one}>
        {drawAlias(strangers.one)}
        {t('home.sealed.one')}
      </p>
      <span className={styles.seal}>
        <Icon name="lock" size="l" />
      </span>
      <p className={styles.two}>
        {drawAlias(strangers.two)}
        {t('home.sealed.two')}
      </p>
    </div>
  )
}
