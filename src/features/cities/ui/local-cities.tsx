import { useI18n } from '#shared/i18n/context.tsx'
import type { CityLink } from '../contract.ts'
import { CityLinks } from './city-links.tsx'
import styles from './local-cities.module.css'

/** The cities of a language's own country, for its home page. */
export function LocalCities({ cities }: { cities: readonly CityLink[] }) {
  const { t } = useI18n()
  return (
    <section className={styles.cities} aria-labelledby="cities">
      <h2 id="cities">{t('city.local')}</h2>
      <CityLinks cities={cities} />
    </section>
  )
}
