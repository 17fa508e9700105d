import { answerKey, askKey, importances } from '#features/quiz/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { answerName, importanceName, sides, startChoices, type OpenQuestion } from '#features/home/example.ts'
import styles from './example-question.module.css'

/** All three questions of the example have three answers. */
const answers = [0, 1, 2]

/** A question with both answers, and how much it matters to each; if the two agree, the thread ties them. */
export function ExampleQuestion({ question, isOpen }: { question: OpenQuestion; isOpen: boolean }) {
  const { t } = useI18n()
  const mattersId = `matters-${question}`
  const names = { you: t('quiz.match.you'), other: t('home.why.name') }
  return (
    <details className={styles.question} name="why" open={isOpen} data-question={question}>
      <summary>
        <span className={styles.ask}>{t(askKey(question))}</span>
        <span className={styles.made}>{t('quiz.match.made')}</span>
        <span className={styles.cost}>{t('quiz.match.cost')}</span>
        <Icon name="chevron-down" />
      </summary>
      <p className={styles.names} aria-hidden="true">
        <span>{names.you}</span>
        <span>{names.other}</span>
      </p>
      <ul>
        {answers.map((answer) => (
          <li key={answer}>
            {sides.map((side) => (
              <input
                key={side}
                className={styles[side]}
                type="radio"
                name={answerName(side, question)}
                value={answer}
                aria-label={`${names[side]}: ${t(answerKey(question, answer))}`}
                defaultChecked={startChoices[answerName(side, question)] === answer}
              />
            ))}
            <span className={styles.answer} aria-hidden="true">
              {t(answerKey(question, answer))}
            </span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <path d="M0 0C14 12 30 10 48 4S84-2 100 6" />
            </svg>
          </li>
        ))}
      </ul>
      <p className={styles.matters} id={mattersId}>
        {t('home.why.matters')}
      </p>
      <fieldset className={styles.importances} aria-labelledby={mattersId}>
        {sides.map((side) => (
          <label key={side}>
            {names[side]}
            <select
              name={importanceName(side, question)}
              defaultValue={startChoices[importanceName(side, question)]}
              autoComplete="off"
            >
              {importances.map((value) => (
                <option key={value} value={value}>
                  {t(`quiz.importances.${value}`)}
                </option>
              ))}
            </select>
            <Icon name="chevron-down" />
          </label>
        ))}
      </fieldset>
    </details>
  )
}
