import { useI18n } from '#shared/i18n/context.tsx'
import styles from './without.module.css'

const things = ['ads', 'subscriptions', 'guarantee'] as const

/** What we do without, crossed out by the thread. The panel lies on the page's thread, which comes out below it. */
export function Without() {
  const { t } = useI18n()
  return (
    <section className={styles.without} aria-labelledby="without">
      <h2 id="without">{t('about.without.title')}</h2>
      <dl>
        {things.map((key) => (
          <div key={key}>
            <dt>
              <span>{t(`about.without.${key}.title`)}</span>
            </dt>
            <dd>{t(`about.without.${key}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
