import { intents, profileLimits } from '#features/profile/contract.ts'
import type { QuestionnaireProps } from '#features/questionnaire/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/button.tsx'
import { ChoiceGroup } from '#ui/choice-group.tsx'
import { RangeField } from '#ui/range-field.tsx'
import styles from './questionnaire.module.css'
import { StepForm, textValue } from './step-form.tsx'

type Props = Extract<QuestionnaireProps, { step: 'intent' }>

export function IntentStep({ intent, seeksAgeMin, seeksAgeMax }: Props) {
  const { t } = useI18n()
  return (
    <StepForm step="intent">
      {({ values, fields, pending }) => (
        <>
          <ChoiceGroup
            legend={t('questionnaire.intent.legend')}
            legendHidden
            name="intent"
            required
            defaultValue={textValue(values, 'intent') ?? intent ?? undefined}
            error={fields['intent']}
            options={intents.map((value) => ({ value, label: t(`profile.intent.${value}`) }))}
          />
          <RangeField
            label={t('questionnaire.intent.age')}
            error={fields['seeksAgeMin'] ?? fields['seeksAgeMax']}
            min={profileLimits.minAge}
            max={profileLimits.maxAge}
            from={{
              name: 'seeksAgeMin',
              label: t('questionnaire.intent.ageMin'),
              defaultValue: textValue(values, 'seeksAgeMin') ?? seeksAgeMin,
            }}
            to={{
              name: 'seeksAgeMax',
              label: t('questionnaire.intent.ageMax'),
              defaultValue: textValue(values, 'seeksAgeMax') ?? seeksAgeMax,
            }}
          />
          <div className={styles.actions}>
            <Button size="l" iconEnd="arrow-right" pending={pending}>
              {t('common.form.continue')}
            </Button>
          </div>
        </>
      )}
    </StepForm>
  )
}
