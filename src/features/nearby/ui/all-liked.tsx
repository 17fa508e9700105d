import type { PeopleNearby } from '#features/nearby/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useViewHref } from './filters/view-href.ts'
import { useNextStep } from './next-step.ts'

/** Shown when every person of this page was liked: says so, and links to a next step. */
export function AllLiked({
  nearby: { view, next, isFirstPage },
}: {
  nearby: Pick<PeopleNearby, 'view' | 'next' | 'isFirstPage'>
}) {
  const { t } = useI18n()
  const viewHref = useViewHref()
  const wayOn = useNextStep(view, isFirstPage)
  return (
    <EmptyState
      title={t('people.empty.answered.title')}
      text={t(next === null ? 'people.empty.answered.end' : 'people.empty.answered.more')}
      action={
        next !== null ? (
          <ButtonLink href={viewHref(view, next)}>{t('people.pages.further')}</ButtonLink>
        ) : wayOn ? (
          <ButtonLink href={wayOn.href}>{t(`people.empty.${wayOn.kind}.action`)}</ButtonLink>
        ) : null
      }
    />
  )
}
