import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** Shown if there are no favourites, or none left on this page: suggests a next step. */
export function FavouritesEmpty({ paged }: { paged: boolean }) {
  const { t } = useI18n()
  const href = useHref()
  if (paged)
    return (
      <EmptyState
        title={t('people.empty.paged.title')}
        text={t('people.empty.paged.text')}
        action={<ButtonLink href={href(routes.favourites, {})}>{t('people.empty.paged.action')}</ButtonLink>}
      />
    )
  return (
    <EmptyState
      title={t('favourites.empty.title')}
      text={t('favourites.empty.text')}
      action={<ButtonLink href={href(routes.peopleNearby, {})}>{t('favourites.empty.action')}</ButtonLink>}
    />
  )
}
