import { useRef, useState, type ReactNode } from 'react'
import {
  profileActions,
  profileLimits,
  type EditRow,
  type OwnPromptAnswer,
  type Prompt,
  type SpokenLanguage,
} from '#features/profile/contract.ts'
import { prompts } from '#features/profile/prompts.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextAreaField } from '#ui/fields/text-area-field.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { SeeSelect } from '../edit/see-field.tsx'
import styles from './answer-editor.module.css'
import { PromptChoice } from './prompt-choice.tsx'
import { TextLanguageField } from './text-language-field.tsx'

type Props = {
  row: EditRow
  answers: readonly OwnPromptAnswer[]
  /** The saved answer to change; undefined to answer another question. */
  answer: OwnPromptAnswer | undefined
  languages: readonly SpokenLanguage[]
  onSaved: (revision: number) => void
}

/** One answer to a question of the profile: choose the question, write, say in which language and who sees it. */
export function AnswerEditor({ row, answers, answer, languages, onSaved }: Props) {
  const { t } = useI18n()
  const href = useHref()
  const field = useRef<HTMLTextAreaElement>(null)
  const [chosen, setChosen] = useState<Prompt | null>(null)
  const unused = prompts.filter((prompt) => !answers.some((each) => each.prompt === prompt))
  const back = <input type="hidden" name="back" value={href(routes.profileSettings, {}, { query: { edit: row } })} />
  const choose = (prompt: Prompt, isFinal: boolean) => {
    setChosen(prompt)
    if (isFinal) field.current?.focus()
  }
  return (
    <div className={styles.editor}>
      <ActionForm action={profileActions.answer} className={styles.form} onDone={({ revision }) => onSaved(revision)}>
        {(view) => {
          const typed = (name: string) => {
            const value = view.values[name]
            return typeof value === 'string' ? value : undefined
          }
          return (
            <>
              {back}
              {answer ? (
                <input type="hidden" name="prompt" value={answer.prompt} />
              ) : (
                <PromptChoice
                  prompts={unused}
                  chosen={chosen ?? unused.find((prompt) => prompt === typed('prompt')) ?? null}
                  error={view.fields['prompt']}
                  onChoose={choose}
                />
              )}
              <TextAreaField
                ref={field}
                label={t('profile.answers.answer')}
                labelHidden={answer !== undefined}
                hint={t('profile.fieldHint.about')}
                name="text"
                rows={3}
                maxLength={profileLimits.promptAnswer}
                defaultValue={typed('text') ?? answer?.text ?? ''}
                error={view.fields['text']}
              />
              <div className={styles.details}>
                <TextLanguageField
                  name="language"
                  languages={languages}
                  typed={typed('language')}
                  saved={answer && (answer.language ?? '')}
                  error={view.fields['language']}
                />
                <SeeSelect
                  label={t('profile.answers.see')}
                  name="see"
                  defaultValue={typed('see') ?? answer?.see ?? 'everyone'}
                  error={view.fields['see']}
                />
              </div>
              {view.error ? <Notice kind="error">{view.error}</Notice> : null}
              <div className={styles.actions}>
                <Button pending={view.pending}>{t('common.form.save')}</Button>
              </div>
            </>
          )
        }}
      </ActionForm>
      {answer ? <RemoveAnswer prompt={answer.prompt} back={back} onRemoved={onSaved} /> : null}
    </div>
  )
}

type RemoveProps = { prompt: Prompt; back: ReactNode; onRemoved: (revision: number) => void }

function RemoveAnswer({ prompt, back, onRemoved }: RemoveProps) {
  const { t } = useI18n()
  return (
    <ActionForm action={profileActions.removeAnswer} onDone={({ revision }) => onRemoved(revision)}>
      {(view) => (
        <>
          {back}
          <input type="hidden" name="prompt" value={prompt} />
          {view.error ? <Notice kind="error">{view.error}</Notice> : null}
          <Button kind="quiet" size="s" icon="trash-2" pending={view.pending}>
            {t('profile.answers.remove')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}
