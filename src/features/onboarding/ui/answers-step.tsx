import type { ReactNode } from 'react'
import { lastStep, type AnswerStep } from '../contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { StepActions } from './step-actions.tsx'
import { StepForm } from './step-form.tsx'

/** An optional step; `children` are its fields. */
export function AnswersStep({ step, children }: { step: AnswerStep; children: (view: FormView) => ReactNode }) {
  const { t } = useI18n()
  return (
    <StepForm step={step}>
      {(view) => (
        <>
          {children(view)}
          <StepActions pending={view.pending} isLast={step === lastStep}>
            {step === lastStep ? null : (
              <Button kind="quiet" size="s" name="finish" value="1">
                {t('questionnaire.now')}
              </Button>
            )}
            <Button kind="quiet" size="s" name="skip" value="1">
              {t('questionnaire.skip')}
            </Button>
          </StepActions>
        </>
      )}
    </StepForm>
  )
}
