import { useI18n } from '#shared/i18n/context.tsx'
import { openQuestions } from '#features/home/example.ts'
import { Intro } from '../intro.tsx'
import { ExampleQuestion } from './example-question.tsx'
import { ExampleScore } from './example-score.tsx'
import styles from './why-section.module.css'

type WhySectionProps = { percent: number; leastShownPercent: number }

/**
 * A percentage that a visitor can examine: the script (src/client/examples) recomputes it after every change, by the quiz's own
 * rule.
 */
export function WhySection({ percent, leastShownPercent }: WhySectionProps) {
  const { t, format } = useI18n()
  return (
    <section aria-labelledby="why">
      <div className={styles.panel} data-example="match">
        <Intro id="why" title={t('quiz.match.why', { percent: format.percent(percent / 100) })} text={t('home.why.text')} />
        <ExampleScore percent={percent} leastShownPercent={leastShownPercent} />
        {/* Without the script the percentage would not change, so the fields are disabled until it has loaded. */}
        <fieldset className={styles.questions} disabled aria-labelledby="why">
          {openQuestions.map((question, index) => (
            <ExampleQuestion key={question} question={question} isOpen={index === 0} />
          ))}
          <p className={styles.note}>{t('home.why.note')}</p>
        </fieldset>
      </div>
    </section>
  )
}
