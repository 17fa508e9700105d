import type { QuestionnaireProps } from '#features/questionnaire/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routes.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PortraitChoice } from './portrait-choice.tsx'
import styles from './questionnaire.module.css'
import { StepForm } from './step-form.tsx'

type Props = Extract<QuestionnaireProps, { step: 'portrait' }>

/** Twelve drawings at a time; the link to others is an address, so it works without a script. */
export function PortraitStep({ offered, chosen, page }: Props) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <StepForm step="portrait">
      {(view) => (
        <>
          <PortraitChoice offered={offered} chosen={chosen} page={page} view={view} priority />
          <div className={styles.actions}>
            <Button size="l" iconEnd="arrow-right" pending={view.pending}>
              {t('common.form.continue')}
            </Button>
            <ButtonLink
              kind="quiet"
              icon="refresh-cw"
              href={href(routes.questionnaire, {}, { query: { step: 'portrait', seed: page + 1 } })}
            >
              {t('questionnaire.portrait.others')}
            </ButtonLink>
          </div>
        </>
      )}
    </StepForm>
  )
}
