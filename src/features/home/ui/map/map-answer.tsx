import { describeBand, type DistanceBand } from '#features/location/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { LenaAvatar } from '../lena-avatar.tsx'
import styles from './map-answer.module.css'

/** What the other person sees: one of a few sentences, selected by CSS with the square. */
export function MapAnswer({ bands }: { bands: readonly DistanceBand[] }) {
  const translator = useI18n()
  const { t } = translator
  return (
    <div className={styles.card}>
      <p className={styles.sees}>
        <LenaAvatar />
        {t('home.map.sees')}
      </p>
      <p className={styles.bands}>
        {[...new Set(bands)].map((band) => (
          <span key={band} data-sees={band}>
            {describeBand(translator, band)}
          </span>
        ))}
      </p>
      <p className={styles.same}>{t('home.map.same')}</p>
    </div>
  )
}
