import type { QuestionnaireProps } from '../contract.ts'
import { TownSearchForm } from './town/town-search-form.tsx'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Button } from '#ui/controls/button.tsx'
import { PlaceChoice } from './place-choice.tsx'
import styles from './questionnaire.module.css'
import { StepForm } from './step-form.tsx'

type Props = Extract<QuestionnaireProps, { step: 'place' }>

export function PlaceStep({ place }: Props) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <>
      <TownSearchForm action={href(routes.questionnaire, {})} query={{ step: 'place' }} />
      <StepForm step="place">
        {(view) => (
          <>
            <PlaceChoice place={place} view={view} />
            <div className={styles.actions}>
              <Button size="l" iconEnd="arrow-right" pending={view.pending}>
                {t('common.form.continue')}
              </Button>
            </div>
          </>
        )}
      </StepForm>
    </>
  )
}
