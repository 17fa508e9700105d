import type { ReactNode } from 'react'
import { steps, type Step } from '../contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Stepper } from '#ui/controls/stepper.tsx'
import styles from './questionnaire.module.css'

/** The thread drawn so far, the question, and the back link. */
export function StepFrame({ step, children }: { step: Step; children: ReactNode }) {
  const { t } = useI18n()
  const href = useHref()
  const index = steps.indexOf(step)
  const before = steps[index - 1]
  const back = before
    ? { href: href(routes.questionnaire, {}, { query: { step: before } }), label: t('questionnaire.back') }
    : undefined
  return (
    <div className={styles.page} data-step={index}>
      <Stepper
        steps={steps.map((name) => t(`questionnaire.steps.${name}`))}
        current={index}
        label={t('questionnaire.progress', { step: index + 1, total: steps.length })}
      />
      <PageHeader title={t(`questionnaire.${step}.title`)} text={t(`questionnaire.${step}.text`)} back={back} />
      {children}
    </div>
  )
}
