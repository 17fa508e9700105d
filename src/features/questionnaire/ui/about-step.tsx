import { aboutLimits, type QuestionnaireProps } from '#features/questionnaire/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/button.tsx'
import { ChoiceGroup } from '#ui/choice-group.tsx'
import { TextAreaField } from '#ui/text-area-field.tsx'
import styles from './questionnaire.module.css'
import { StepForm, textValue } from './step-form.tsx'

type Props = Extract<QuestionnaireProps, { step: 'about' }>

export function AboutStep({ about, interests, offered }: Props) {
  const { t } = useI18n()
  return (
    <StepForm step="about">
      {({ values, fields, pending }) => (
        <>
          <TextAreaField
            label={t('questionnaire.about.about')}
            hint={t('questionnaire.about.aboutHint')}
            name="about"
            rows={4}
            maxLength={aboutLimits.characters}
            placeholder={t('questionnaire.about.placeholder')}
            defaultValue={textValue(values, 'about') ?? about}
            error={fields['about']}
          />
          <ChoiceGroup
            legend={t('questionnaire.about.interests')}
            hint={t('questionnaire.about.interestsHint', { count: aboutLimits.interests })}
            name="interests[]"
            look="chips"
            multiple
            defaultValue={values['interests'] ?? interests}
            error={fields['interests']}
            options={offered.map((value) => ({ value, label: t(`profile.interest.${value}`) }))}
          />
          <div className={styles.actions}>
            <Button size="l" icon="check" pending={pending}>
              {t('questionnaire.about.finish')}
            </Button>
            <Button kind="quiet" name="skip" value="1">
              {t('questionnaire.about.skip')}
            </Button>
          </div>
        </>
      )}
    </StepForm>
  )
}
