import type { ReactNode } from 'react'
import { questionnaireActions, type Step } from '../contract.ts'
import { ActionForm, type FormView } from '#ui/forms/action-form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import styles from './questionnaire.module.css'

type Props = {
  step: Step
  /** Replaces the general refusal if only this field is wrong; undefined once that was corrected elsewhere. */
  missing?: string | undefined
  missingField?: string
  /** See `ActionForm`. */
  prepare?: (() => Promise<boolean>) | undefined
  children: (view: FormView) => ReactNode
}

/** The form of one step; it names its step to the action that all steps share. */
export function StepForm({ step, missing, missingField, prepare, children }: Props) {
  return (
    <ActionForm action={questionnaireActions.save} className={styles.form} prepare={prepare}>
      {(view) => {
        const isMissing = missingField !== undefined && view.fields[missingField] !== undefined
        const error = isMissing ? missing : view.error
        return (
          <>
            <input type="hidden" name="step" value={step} />
            {error ? <Notice kind="error">{error}</Notice> : null}
            {children(view)}
          </>
        )
      }}
    </ActionForm>
  )
}

/** Returns a single typed value; a list does not count. */
export function textValue(values: FormView['values'], name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}
