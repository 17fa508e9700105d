import { useI18n } from '#shared/i18n/context.tsx'
import { ThreadProgress } from '#ui/thread/thread-progress.tsx'
import styles from './steps.module.css'

const steps = ['one', 'two', 'three'] as const

export function Steps() {
  const { t } = useI18n()
  return (
    <section className={styles.steps} aria-labelledby="steps">
      <h2 id="steps">{t('home.steps.title')}</h2>
      <div className={styles.thread}>
        <ThreadProgress stops={steps.length} reached={steps.length - 1} />
      </div>
      <ol className={styles.list}>
        {steps.map((step) => (
          <li key={step}>
            <h3>{t(`home.steps.${step}.title`)}</h3>
            <p>{t(`home.steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
