import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './faq.module.css'

const questions = ['free', 'photo', 'write', 'stranger'] as const

export function Faq({ likesPerDay }: { likesPerDay: number }) {
  const { t, tn } = useI18n()
  const href = useHref()
  return (
    <section className={styles.faq} aria-labelledby="faq">
      <div>
        <h2 id="faq">{t('home.faq.title')}</h2>
        <a className={styles.link} href={href(routes.faq, {})}>
          {t('home.faq.link')}
        </a>
      </div>
      <div>
        {questions.map((question) => (
          <details key={question} className={styles.item} name="faq">
            <summary>
              {t(`home.faq.${question}.title`)}
              <Icon name="chevron-down" />
            </summary>
            <p>{question === 'free' ? tn('home.faq.free.text', likesPerDay) : t(`home.faq.${question}.text`)}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
