import { useI18n } from '#shared/i18n/context.tsx'
import type { CityProps } from '../contract.ts'
import { contractArticle } from './contract-article.ts'
import styles from './figures.module.css'

/** How many people there are, and what they look for if enough of them show it. */
export function Figures({ city: { name, members, intents } }: { city: CityProps }) {
  const { t, tn, format, locale } = useI18n()
  const read = (sentence: string) => contractArticle(locale.code, sentence)
  if (members === 0)
    return (
      <div className={styles.figures}>
        <p className={styles.count}>{read(t('city.few', { city: name }))}</p>
      </div>
    )
  return (
    <div className={styles.figures}>
      <div>
        <p className={styles.count}>{read(tn('city.count', members, { city: name }))}</p>
        <p className={styles.note}>{t('city.counted')}</p>
      </div>
      {intents.length > 0 && (
        <div>
          <h2>{t('city.intents.title')}</h2>
          <p className={styles.note}>{read(t('city.intents.text', { city: name }))}</p>
          <dl className={styles.intents}>
            {intents.map(({ intent, percent }) => (
              <div key={intent}>
                <dt>{t(`profile.intent.${intent}`)}</dt>
                <dd>
                  <meter min={0} max={100} value={percent} aria-hidden="true" />
                  {t('city.intents.share', { percent: format.percent(percent / 100) })}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  )
}
