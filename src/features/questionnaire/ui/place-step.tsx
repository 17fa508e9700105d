import type { QuestionnaireProps } from '#features/questionnaire/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { CityField } from './city-field.tsx'
import { LocateButton } from './locate-button.tsx'
import styles from './questionnaire.module.css'
import { StepForm, textValue } from './step-form.tsx'

type Props = Extract<QuestionnaireProps, { step: 'place' }>

export function PlaceStep({ groups, cityId, hasCell }: Props) {
  const { t } = useI18n()
  const href = useHref()
  const keep = hasCell ? (
    <ButtonLink kind="secondary" size="s" href={href(routes.questionnaire, {}, { query: { step: 'intent' } })}>
      {t('questionnaire.place.keep')}
    </ButtonLink>
  ) : null
  return (
    <StepForm step="place">
      {({ values, fields, pending }) => (
        <>
          {hasCell ? (
            <Notice kind="success" action={keep}>
              {t('questionnaire.place.saved')}
            </Notice>
          ) : null}
          <LocateButton />
          <CityField groups={groups} defaultValue={textValue(values, 'city') ?? cityId ?? ''} error={fields['city']} />
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
