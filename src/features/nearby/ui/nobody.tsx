import { defaultView, type PeopleNearby } from '#features/nearby/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useViewHref } from './view-href.ts'

/** Nobody to show: what to do about it depends on why. Looking further away is always the visitor's own press. */
export function Nobody({ nearby: { view, isFirstPage } }: { nearby: Pick<PeopleNearby, 'view' | 'isFirstPage'> }) {
  const { t } = useI18n()
  const viewHref = useViewHref()
  const unfiltered = { ...defaultView, order: view.order, wide: view.wide }
  const isFiltered = viewHref(view) !== viewHref(unfiltered)
  if (!isFirstPage) return <Suggestion kind="paged" href={viewHref(view)} />
  if (isFiltered) return <Suggestion kind="filtered" href={viewHref(unfiltered)} />
  if (!view.wide) return <Suggestion kind="near" href={viewHref({ ...view, wide: true })} />
  return <EmptyState title={t('people.empty.wide.title')} text={t('people.empty.wide.text')} />
}

function Suggestion({ kind, href }: { kind: 'paged' | 'filtered' | 'near'; href: string }) {
  const { t } = useI18n()
  return (
    <EmptyState
      title={t(`people.empty.${kind}.title`)}
      text={t(`people.empty.${kind}.text`)}
      action={<ButtonLink href={href}>{t(`people.empty.${kind}.action`)}</ButtonLink>}
    />
  )
}
