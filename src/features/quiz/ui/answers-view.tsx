import { quizActions, answerKey, askKey, topicKey, type QuizAnswer, type QuizProps } from '#features/quiz/contract.ts'
import { questionCount, questions, topics, type Topic } from '#features/quiz/questions.ts'
import { answerCount, everyAnswer, nextUnanswered } from '#features/quiz/rules.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Tag } from '#ui/feedback/badge.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { IconButton, IconLink } from '#ui/controls/icon-button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import styles from './quiz.module.css'
import { QuizTop } from './quiz-top.tsx'
import { useFocusOnChange } from './use-focus-on-change.ts'

/** All answers so far, by topic, each with buttons to change it or take it back. */
export function AnswersView({ answers }: Pick<QuizProps, 'answers'>) {
  const { t } = useI18n()
  const href = useHref()
  const heading = useFocusOnChange(answers.length)
  const next = nextUnanswered(new Set(answers.map(({ question }) => question)))
  const goOn = next === null ? null : href(routes.quiz, {}, { query: { q: next } })
  return (
    <div className={styles.page}>
      <QuizTop answered={answers.length} isList />
      <Done />
      <h1 ref={heading} tabIndex={-1} className={styles.ask}>
        {t('quiz.answers.title')}
      </h1>
      <p className={styles.said}>{t('quiz.answered', { count: answers.length, total: questionCount })}</p>
      {goOn === null ? (
        <p className={styles.all}>
          {t('quiz.answers.all')}
          <ButtonLink kind="secondary" size="s" href={href(routes.peopleNearby, {})}>
            {t('quiz.back')}
          </ButtonLink>
        </p>
      ) : null}
      {goOn !== null && answers.length > 0 ? (
        <ButtonLink href={goOn} iconEnd="arrow-right" className={styles.goOn}>
          {t('quiz.answers.goOn')}
        </ButtonLink>
      ) : null}
      {goOn !== null && answers.length === 0 ? (
        <EmptyState
          title={t('quiz.answers.none')}
          text={t('quiz.answers.noneText')}
          action={<ButtonLink href={goOn}>{t('quiz.answers.start')}</ButtonLink>}
        />
      ) : null}
      {byTopic(answers).map(({ topic, own, total }) => (
        <section key={topic} className={styles.topic} aria-labelledby={`topic-${topic}`}>
          <h2 id={`topic-${topic}`}>
            {t(topicKey(topic))}
            <small>{t('quiz.answered', { count: own.length, total })}</small>
          </h2>
          <ul>
            {own.map((answer) => (
              <AnswerRow key={answer.question} answer={answer} />
            ))}
          </ul>
        </section>
      ))}
      <details className={styles.how}>
        <summary>
          {t('quiz.how.title')}
          <Icon name="chevron-down" size="s" />
        </summary>
        <p>{t('quiz.how.text')}</p>
        <p>{t('quiz.how.private')}</p>
      </details>
    </div>
  )
}

/** The result of the last press, whose form no longer exists. */
function Done() {
  const saved = useFlash(quizActions.save.form)
  const removed = useFlash(quizActions.remove.form)
  const notice = saved?.notice ?? removed?.notice
  const error = removed?.error
  if (error) return <Notice kind="error">{error}</Notice>
  return notice ? <Notice kind="success">{notice}</Notice> : null
}

function AnswerRow({ answer }: { answer: QuizAnswer }) {
  const { t } = useI18n()
  const href = useHref()
  const { question, importance, isPublic, acceptableMask } = answer
  const ask = t(askKey(question))
  const takes = Array.from({ length: answerCount(question) }, (_, index) => index).filter(
    (index) => (acceptableMask & (1 << index)) !== 0,
  )
  const acceptable =
    acceptableMask === everyAnswer(question)
      ? t('quiz.answers.anyText')
      : t('quiz.answers.acceptable', { list: takes.map((index) => t(answerKey(question, index))).join(' · ') })
  return (
    <li className={styles.answer}>
      <div className={styles.words}>
        <h3>{ask}</h3>
        <p className={styles.own}>{t(answerKey(question, answer.answer))}</p>
        <p className={styles.said}>{acceptable}</p>
        <p className={styles.tags}>
          <Tag>
            <span className="visually-hidden">{t('quiz.importance')} </span>
            {t(`quiz.importances.${importance}`)}
          </Tag>
          <Tag icon={isPublic ? 'eye' : 'lock'}>{t(isPublic ? 'quiz.answers.public' : 'quiz.answers.private')}</Tag>
        </p>
      </div>
      <IconLink
        href={href(routes.quiz, {}, { query: { q: question, edit: 1 } })}
        icon="pencil"
        label={t('quiz.answers.edit', { question: ask })}
      />
      <ActionForm action={quizActions.remove}>
        {({ pending }) => (
          <>
            <input type="hidden" name="question" value={question} />
            <IconButton
              type="submit"
              icon="trash-2"
              label={t('quiz.answers.remove', { question: ask })}
              aria-busy={pending || undefined}
            />
          </>
        )}
      </ActionForm>
    </li>
  )
}

/** The answers by topic, in the topics' own order. */
function byTopic(answers: readonly QuizAnswer[]): { topic: Topic; own: QuizAnswer[]; total: number }[] {
  return topics
    .map((topic) => ({
      topic,
      own: answers.filter(({ question }) => questions[question - 1]?.topic === topic),
      total: questions.filter((question) => question.topic === topic).length,
    }))
    .filter(({ own }) => own.length > 0)
}
