import { useI18n } from '#shared/i18n/context.tsx'
import type { CityProps } from '../contract.ts'
import { CityLinks } from './city-links.tsx'
import styles from './city-index.module.css'

/** Links to other cities: the nearest ones, then all of them by country. */
export function CityIndex({ city: { nearest, groups } }: { city: CityProps }) {
  const { t } = useI18n()
  return (
    <section className={styles.index} aria-labelledby="nearest">
      <h2 id="nearest">{t('city.nearest')}</h2>
      <CityLinks cities={nearest} />
      <details>
        <summary>{t('city.all')}</summary>
        <div className={styles.groups}>
          {groups.map(({ country, cities }) => (
            <div key={country}>
              <h3>{country}</h3>
              <CityLinks cities={cities} />
            </div>
          ))}
        </div>
      </details>
    </section>
  )
}
