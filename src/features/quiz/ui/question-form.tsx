import { answerKey, importances, quizForms, type QuizAnswer } from '#features/quiz/contract.ts'
import { answerCount, everyAnswer } from '#features/quiz/rules.ts'
import { apiPaths } from '#shared/api-paths.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { ActionForm } from '#ui/action-form.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChoiceGroup } from '#ui/choice-group.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './quiz.module.css'

type Props = {
  question: number
  /** What was answered before, or null. */
  saved: QuizAnswer | null
  isEdit: boolean
  /** Address of the question that a skip leads to. */
  skipTo: string
}

/** One question with all that is asked about it; the Enter key saves from any of its fields. */
export function QuestionForm({ question, saved, isEdit, skipTo }: Props) {
  const { t } = useI18n()
  const href = useHref()
  const answers = Array.from({ length: answerCount(question) }, (_, index) => ({
    value: String(index),
    label: t(answerKey(question, index)),
  }))
  return (
    <ActionForm name={quizForms.save} action={apiPaths.quizAnswer} className={styles.form}>
      {({ values, fields, error, pending }) => (
        <>
          <input type="hidden" name="question" value={question} />
          <input type="hidden" name="edit" value={isEdit ? '1' : '0'} />
          <input
            type="hidden"
            name="back"
            value={href(routes.quiz, {}, { query: { q: question, edit: isEdit ? 1 : undefined } })}
          />
          {error ? <Notice kind="error">{error}</Notice> : null}
          <ChoiceGroup
            legend={t('quiz.mine')}
            name="answer"
            required
            options={answers}
            defaultValue={values['answer'] ?? (saved ? String(saved.answer) : [])}
            error={fields['answer']}
          />
          <ChoiceGroup
            multiple
            look="chips"
            legend={t('quiz.acceptable')}
            hint={t('quiz.acceptableHint')}
            name="acceptable[]"
            options={[...answers, { value: 'any', label: t('quiz.any') }]}
            defaultValue={values['acceptable'] ?? (saved ? acceptableOf(saved) : [])}
            error={fields['acceptable']}
          />
          <ChoiceGroup
            look="segmented"
            legend={t('quiz.importance')}
            name="importance"
            options={importances.map((value) => ({ value: String(value), label: t(`quiz.importances.${value}`) }))}
            defaultValue={values['importance'] ?? String(saved?.importance ?? 10)}
            error={fields['importance']}
          />
          <ChoiceGroup
            legend={t('quiz.visibility')}
            name="isPublic"
            options={[
              { value: '0', label: t('quiz.private'), description: t('quiz.privateText') },
              { value: '1', label: t('quiz.public'), description: t('quiz.publicText') },
            ]}
            defaultValue={values['isPublic'] ?? (saved?.isPublic ? '1' : '0')}
          />
          <div className={styles.actions}>
            <Button size="l" pending={pending}>
              {t(isEdit ? 'quiz.saveEdit' : 'quiz.save')}
            </Button>
            <ButtonLink kind="quiet" href={skipTo}>
              {t(isEdit ? 'quiz.cancel' : 'quiz.skip')}
            </ButtonLink>
          </div>
        </>
      )}
    </ActionForm>
  )
}

function acceptableOf({ question, acceptableMask }: QuizAnswer): string[] {
  if (acceptableMask === everyAnswer(question)) return ['any']
  return Array.from({ length: answerCount(question) }, (_, index) => index)
    .filter((index) => (acceptableMask & (1 << index)) !== 0)
    .map(String)
}
