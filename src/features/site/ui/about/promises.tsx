import { useI18n } from '#shared/i18n/context.tsx'
import { Run } from './run.tsx'
import styles from './promises.module.css'

const promises = ['likes', 'location', 'safety', 'reasons'] as const

/** What we promise, left and right of the thread and tied to it. */
export function Promises() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="promises">
      <div className={styles.title}>
        <Run way="left" />
        <h2 id="promises">{t('about.promises.title')}</h2>
      </div>
      <ul>
        {promises.map((key, index) => (
          <li key={key} className={styles.promise}>
            <Run way={index % 2 ? 'left' : 'right'} />
            <h3>{t(`about.promises.${key}.title`)}</h3>
            <p>{t(`about.promises.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
