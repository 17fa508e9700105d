import type { ReactNode } from 'react'
import { lastStep, type AnswerStep } from '../contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import styles from './questionnaire.module.css'
import { StepForm } from './step-form.tsx'

/** An optional step; `children` are its fields. */
export function AnswersStep({ step, children }: { step: AnswerStep; children: (view: FormView) => ReactNode }) {
  const { t } = useI18n()
  return (
    <StepForm step={step}>
      {(view) => (
        <>
          {children(view)}
          <div className={styles.actions}>
            {step === lastStep ? (
              <Button size="l" icon="check" pending={view.pending}>
                {t('questionnaire.about.finish')}
              </Button>
            ) : (
              <Button size="l" iconEnd="arrow-right" pending={view.pending}>
                {t('common.form.continue')}
              </Button>
            )}
            {step === lastStep ? null : (
              <Button kind="secondary" size="s" name="finish" value="1">
                {t('questionnaire.now')}
              </Button>
            )}
            <Button kind="quiet" size="s" name="skip" value="1">
              {t('questionnaire.skip')}
            </Button>
          </div>
        </>
      )}
    </StepForm>
  )
}
