import { useI18n } from '#shared/i18n/context.tsx'
import { agreedCount, openQuestions } from '#features/home/example.ts'
import { LenaAvatar } from '../lena-avatar.tsx'
import { YouTag } from '../you-tag.tsx'
import styles from './example-score.module.css'

type ExampleScoreProps = { percent: number; leastShownPercent: number }

/** The number, and under it the two people, with a bead on their thread for each question that both have answered. */
export function ExampleScore({ percent, leastShownPercent }: ExampleScoreProps) {
  const { t, format } = useI18n()
  return (
    <div className={styles.score}>
      <output className={styles.number} data-score={leastShownPercent}>
        <span className={styles.percent}>{format.percent(percent / 100)}</span>
        <span className={styles.low}>{t('home.why.low', { percent: format.percent(leastShownPercent / 100) })}</span>
      </output>
      <div className={styles.pair}>
        <YouTag />
        <span className={styles.beads} aria-hidden="true">
          {Array.from({ length: agreedCount }, (_, index) => (
            <span key={index} className={styles.tied} />
          ))}
          {openQuestions.map((question) => (
            <span key={question} className={styles.open} data-bead={question} />
          ))}
        </span>
        <span className={styles.other}>
          <LenaAvatar />
          {t('home.why.name')}
        </span>
      </div>
    </div>
  )
}
