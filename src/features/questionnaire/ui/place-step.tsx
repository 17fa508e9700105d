import type { QuestionnaireProps } from '#features/questionnaire/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { LocateButton } from './locate-button.tsx'
import styles from './questionnaire.module.css'
import { StepForm, textValue } from './step-form.tsx'

type Props = Extract<QuestionnaireProps, { step: 'place' }>

export function PlaceStep({ groups, cityId, hasCell }: Props) {
  const { t } = useI18n()
  return (
    <StepForm step="place">
      {({ values, fields, pending }) => (
        <>
          {hasCell ? <Notice kind="success">{t('questionnaire.place.saved')}</Notice> : null}
          <LocateButton />
          <SelectField
            label={t('questionnaire.place.city')}
            name="city"
            options={groups}
            empty={t('questionnaire.place.choose')}
            defaultValue={textValue(values, 'city') ?? cityId ?? ''}
            error={fields['city']}
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
