import type { ReactNode } from 'react'
import { profileLimits } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { RangeField } from '#ui/fields/range-field.tsx'
import { StepActions } from './step-actions.tsx'
import { StepForm, textValue } from './step-form.tsx'

type Props = { seeksAgeMin: number; seeksAgeMax: number; children: (view: FormView) => ReactNode }

/** The intent, as `children`, and the ages sought. */
export function IntentStep({ seeksAgeMin, seeksAgeMax, children }: Props) {
  const { t } = useI18n()
  return (
    <StepForm step="intent">
      {(view) => (
        <>
          {children(view)}
          <RangeField
            label={t('questionnaire.intent.age')}
            error={view.fields['seeksAgeMin'] ?? view.fields['seeksAgeMax']}
            min={profileLimits.minAge}
            max={profileLimits.maxAge}
            from={{
              name: 'seeksAgeMin',
              label: t('questionnaire.intent.ageMin'),
              defaultValue: textValue(view.values, 'seeksAgeMin') ?? seeksAgeMin,
            }}
            to={{
              name: 'seeksAgeMax',
              label: t('questionnaire.intent.ageMax'),
              defaultValue: textValue(view.values, 'seeksAgeMax') ?? seeksAgeMax,
            }}
          />
          <StepActions pending={view.pending} />
        </>
      )}
    </StepForm>
  )
}
