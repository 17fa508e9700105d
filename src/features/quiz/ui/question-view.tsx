import { askKey, topicKey, type QuizProps } from '#features/quiz/contract.ts'
import { questionCount, questions } from '#features/quiz/questions.ts'
import { nextUnanswered } from '#features/quiz/rules.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { IconLink } from '#ui/controls/icon-button.tsx'
import { ThreadProgress } from '#ui/thread/thread-progress.tsx'
import { QuestionForm } from './question-form.tsx'
import styles from './quiz.module.css'
import { QuizTop } from './quiz-top.tsx'
import { useFocusOnChange } from './use-focus-on-change.ts'

/** Knots of the thread: one at the start, and one after each eighth of the questions. */
const knots = 9

/** One question at a time, with the thread drawn by the number of answers, and links to the neighbouring questions. */
export function QuestionView({ answers, question, lastIsPublic, isEdit }: QuizProps & { question: number }) {
  const { t } = useI18n()
  const href = useHref()
  const heading = useFocusOnChange(question)
  const topic = questions[question - 1]?.topic
  const skipTo = nextUnanswered(new Set(answers.map((answer) => answer.question)), question)
  const toQuestion = (q: number) => href(routes.quiz, {}, { query: { q } })
  const toAnswers = href(routes.quiz, {}, { query: { view: 'answers' } })
  return (
    <div className={styles.page}>
      <QuizTop answered={answers.length} />
      <div className={styles.progress}>
        <ThreadProgress stops={knots} reached={(answers.length / questionCount) * (knots - 1)} />
        <p>
          {t('quiz.answered', { count: answers.length, total: questionCount })}
          {topic ? <strong>{t(topicKey(topic))}</strong> : null}
        </p>
      </div>
      <h1 ref={heading} tabIndex={-1} className={styles.ask}>
        {t(askKey(question))}
      </h1>
      <QuestionForm
        key={question}
        question={question}
        saved={answers.find((answer) => answer.question === question) ?? null}
        lastIsPublic={lastIsPublic}
        isEdit={isEdit}
        skipTo={isEdit || skipTo === null ? toAnswers : toQuestion(skipTo)}
      />
      <nav className={styles.pager} aria-label={t('quiz.nav')}>
        {question > 1 ? <IconLink href={toQuestion(question - 1)} icon="chevron-left" label={t('quiz.previous')} /> : <span />}
        {question < questionCount ? (
          <IconLink href={toQuestion(question + 1)} icon="chevron-right" label={t('quiz.next')} />
        ) : (
          <span />
        )}
      </nav>
    </div>
  )
}
