import type { DistanceBand } from '#features/location/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Intro } from '../intro.tsx'
import { MapAnswer } from './map-answer.tsx'
import { MapExample } from './map-example.tsx'
import styles from './map-section.module.css'

/** Members' locations are private by construction: a map on which a visitor may try to be found. */
export function MapSection({ bands }: { bands: readonly DistanceBand[] }) {
  const { t } = useI18n()
  return (
    <section className={styles.section} aria-labelledby="map" data-example="map">
      <Intro id="map" title={t('home.map.title')} text={t('home.map.text')} />
      <MapExample bands={bands} />
      <MapAnswer bands={bands} />
      <details className={styles.trick}>
        <summary>
          {t('home.map.trick.title')}
          <Icon name="chevron-down" />
        </summary>
        <p>{t('home.map.trick.text')}</p>
      </details>
    </section>
  )
}
