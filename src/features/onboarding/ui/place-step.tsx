import type { QuestionnaireProps } from '../contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { PlaceChoice } from './place-choice.tsx'
import styles from './questionnaire.module.css'
import { StepForm } from './step-form.tsx'

type Props = Extract<QuestionnaireProps, { step: 'place' }>

export function PlaceStep({ groups, cityId, hasCell }: Props) {
  const { t } = useI18n()
  return (
    <StepForm step="place">
      {(view) => (
        <>
          <PlaceChoice groups={groups} cityId={cityId} hasCell={hasCell} view={view} />
          <div className={styles.actions}>
            <Button size="l" iconEnd="arrow-right" pending={view.pending}>
              {t('common.form.continue')}
            </Button>
          </div>
        </>
      )}
    </StepForm>
  )
}
