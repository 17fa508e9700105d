import { useI18n } from '#shared/i18n/context.tsx'
import styles from './without.module.css'

const things = ['ads', 'subscriptions', 'guarantee'] as const
const strokes = {
  ads: 'M-6 62C20 44 52 78 106 46',
  subscriptions: 'M-3 58C14 46 24 66 42 56S74 46 103 54',
  guarantee: 'M-3 50C18 66 36 44 56 56S86 66 103 48',
}

/** What we do without, crossed out by the thread. The panel covers the page's thread, which reappears below it. */
export function Without() {
  const { t } = useI18n()
  return (
    <section className={styles.without} aria-labelledby="without">
      <h2 id="without">{t('about.without.title')}</h2>
      <dl>
        {things.map((key) => (
          <div key={key}>
            <dt>
              <span>
                {t(`about.without.${key}.title`)}
                <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
                  <path d={strokes[key]} />
                </svg>
              </span>
            </dt>
            <dd>{t(`about.without.${key}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
