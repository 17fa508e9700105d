import type { PeopleNearby } from '#features/nearby/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useNextStep } from './next-step.ts'

/** Shown for an empty list; the suggestion depends on the reason. */
export function Nobody({ nearby: { view, isFirstPage } }: { nearby: Pick<PeopleNearby, 'view' | 'isFirstPage'> }) {
  const { t } = useI18n()
  const wayOn = useNextStep(view, isFirstPage)
  if (!wayOn) return <EmptyState title={t('people.empty.wide.title')} text={t('people.empty.wide.text')} />
  return (
    <EmptyState
      title={t(`people.empty.${wayOn.kind}.title`)}
      text={t(`people.empty.${wayOn.kind}.text`)}
      action={<ButtonLink href={wayOn.href}>{t(`people.empty.${wayOn.kind}.action`)}</ButtonLink>}
    />
  )
}
