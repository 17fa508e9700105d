import { useEffect, useRef, useState } from 'react'
import { quizActions, answerKey, type QuizAnswer } from '#features/quiz/contract.ts'
import { answerCount, everyAnswer } from '#features/quiz/rules.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ImportanceSteps } from './importance-steps.tsx'
import styles from './question-form.module.css'

type Props = {
  question: number
  /** The previous answer, or null. */
  saved: QuizAnswer | null
  /** The default visibility of a first answer. */
  lastIsPublic: boolean
  isEdit: boolean
  /** URL of the question after a skip. */
  skipTo: string
}

/** The importance that the Enter key saves if none was chosen. */
const usualImportance = 10

/**
 * One question in two taps: the member's own answer, then the importance, which saves. The own answer unfolds the acceptable
 * answers, with the same answer ticked. The rest unfolds by CSS, so it also works without a script. Enter saves from any field.
 */
export function QuestionForm({ question, saved, lastIsPublic, isEdit, skipTo }: Props) {
  const { t } = useI18n()
  const href = useHref()
  const form = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState<string | null>(null)
  // The tick follows the own answer until the member changes a tick.
  const [kept, setKept] = useState<{ ticked: string | null } | null>(null)
  const ticked = kept ? kept.ticked : own
  useEffect(() => {
    // Somebody may have chosen an answer before hydration.
    const chosen = form.current?.querySelector<HTMLInputElement>('[name=answer]:checked')
    if (chosen) setOwn(chosen.value)
  }, [])

  const answers = Array.from({ length: answerCount(question) }, (_, index) => ({
    value: String(index),
    label: t(answerKey(question, index)),
  }))
  return (
    <ActionForm action={quizActions.save}>
      {({ values, fields, error, pending }) => (
        <div ref={form} className={styles.form} aria-busy={pending || undefined}>
          {/* Enter presses a form's first submit button. */}
          <button type="submit" name="importance" value={saved?.importance ?? usualImportance} hidden>
            {t('quiz.saveEdit')}
          </button>
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
            onChange={(event) => setOwn(event.currentTarget.value)}
          />
          <div className={styles.fold}>
            <ChoiceGroup
              key={saved ? 'saved' : ticked}
              multiple
              look="chips"
              legend={t('quiz.acceptable')}
              hint={t('quiz.acceptableHint')}
              name="acceptable[]"
              options={[...answers, { value: 'any', label: t('quiz.any') }]}
              defaultValue={values['acceptable'] ?? (saved ? acceptableOf(saved) : (ticked ?? []))}
              error={fields['acceptable']}
              onChange={() => setKept((before) => before ?? { ticked })}
            />
            <Visibility defaultValue={values['isPublic'] ?? ((saved?.isPublic ?? lastIsPublic) ? '1' : '0')} />
          </div>
          <div className={styles.foot}>
            <div className={styles.steps}>
              <ImportanceSteps saved={saved?.importance ?? null} isEdit={isEdit} error={fields['importance']} />
            </div>
            <div className={styles.actions}>
              {isEdit && saved ? (
                <Button name="importance" value={saved.importance} pending={pending}>
                  {t('quiz.saveEdit')}
                </Button>
              ) : null}
              <ButtonLink kind="quiet" href={skipTo}>
                {t(isEdit ? 'quiz.cancel' : 'quiz.skip')}
              </ButtonLink>
            </div>
          </div>
        </div>
      )}
    </ActionForm>
  )
}

/** The visibility in one line, which unfolds to change it. */
function Visibility({ defaultValue }: { defaultValue: string | string[] }) {
  const { t } = useI18n()
  return (
    <details className={styles.visibility}>
      <summary>
        <span className={styles.private}>
          <Icon name="lock" size="s" />
          {t('quiz.visibility')} <strong>{t('quiz.private')}</strong>
        </span>
        <span className={styles.public}>
          <Icon name="eye" size="s" />
          {t('quiz.visibility')} <strong>{t('quiz.public')}</strong>
        </span>
        <Icon name="chevron-down" size="s" />
      </summary>
      <ChoiceGroup
        legend={t('quiz.visibility')}
        legendHidden
        name="isPublic"
        options={[
          { value: '0', label: t('quiz.private'), description: t('quiz.privateText') },
          { value: '1', label: t('quiz.public'), description: t('quiz.publicText') },
        ]}
        defaultValue={defaultValue}
      />
    </details>
  )
}

function acceptableOf({ question, acceptableMask }: QuizAnswer): string[] {
  if (acceptableMask === everyAnswer(question)) return ['any']
  return Array.from({ length: answerCount(question) }, (_, index) => index)
    .filter((index) => (acceptableMask & (1 << index)) !== 0)
    .map(String)
}
