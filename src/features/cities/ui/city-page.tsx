import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { describeBand } from '#features/location/contract.ts'
import type { CityProps } from '../contract.ts'
import { CityIndex } from './city-index.tsx'
import styles from './city-page.module.css'
import { CitySketch } from './city-sketch.tsx'
import { contractArticle } from './contract-article.ts'
import { Figures } from './figures.tsx'

const reasons = [
  { key: 'near', icon: 'map-pin' },
  { key: 'before', icon: 'heart' },
  { key: 'tonight', icon: 'moon' },
] as const

export function CityPage({ city }: { city: CityProps }) {
  const translator = useI18n()
  const href = useHref()
  const { t, locale } = translator
  const { name } = city
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div>
          <p className={styles.eyebrow}>{city.country}</p>
          <h1>{name}</h1>
          <p className={styles.lead}>{contractArticle(locale.code, t('city.lead', { city: name }))}</p>
          <ButtonLink href={href(routes.signUp, {})} size="l">
            {t('city.join')}
          </ButtonLink>
        </div>
        <CitySketch city={city} />
      </section>
      <Figures city={city} />
      <section aria-labelledby="how">
        <h2 id="how">{contractArticle(locale.code, t('city.how.title', { city: name }))}</h2>
        <ul className={styles.reasons}>
          {reasons.map(({ key, icon }) => (
            <li key={key}>
              <Icon name={icon} size="l" />
              <h3>{t(`city.how.${key}.title`)}</h3>
              <p>{t(`city.how.${key}.text`, { band: describeBand(translator, 10) })}</p>
            </li>
          ))}
        </ul>
      </section>
      <CityIndex city={city} />
    </div>
  )
}
