import { avatarOf, avatarUrl } from '#shared/avatar.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Avatar } from '#ui/identity/portrait.tsx'
import { faces } from '../faces.ts'
import styles from './nearby-scene.module.css'

const around = Object.entries(faces.around)

/** Distance bands around oneself: others never learn more than a band. */
export function NearbyScene() {
  const { t } = useI18n()
  return (
    <div className={styles.map}>
      <svg className={styles.rings} viewBox="0 0 560 460" aria-hidden="true">
        <circle cx="250" cy="250" r="92" />
        <circle cx="250" cy="250" r="166" />
        <circle cx="250" cy="250" r="246" />
        <path
          className={styles.thread}
          pathLength="1"
          d="M250 250C270 190 330 176 352 204C372 230 340 262 318 240C292 214 330 128 426 116"
        />
      </svg>
      <span className={styles.self}>
        <Avatar src={avatarUrl(avatarOf(faces.self)) ?? ''} alt="" size="l" />
      </span>
      {around.map(([spot, seed]) => (
        <span key={spot} className={`${styles.person} ${styles[spot]}`}>
          <Avatar src={avatarUrl(avatarOf(seed)) ?? ''} alt="" size="l" />
        </span>
      ))}
      <span className={`${styles.band} ${styles.bandNear}`}>{t('home.nearby.near')}</span>
      <span className={`${styles.band} ${styles.bandMiddle}`}>{t('home.nearby.middle')}</span>
      <span className={`${styles.band} ${styles.bandFar}`}>{t('home.nearby.far')}</span>
    </div>
  )
}
