import { privacyAnchor } from '#features/settings/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** Why the list is empty, and a next step: `invisible` members chose it, `paged` members have seen all. */
export function VisitorsEmpty({ kind }: { kind: 'invisible' | 'paged' | 'nobody' }) {
  const { t } = useI18n()
  const href = useHref()
  if (kind === 'invisible')
    return (
      <EmptyState
        title={t('visitors.invisible.title')}
        text={t('visitors.invisible.text')}
        action={
          <ButtonLink icon="eye-off" href={href(routes.mainSettings, {}, { query: { section: privacyAnchor } })}>
            {t('visitors.invisible.action')}
          </ButtonLink>
        }
      />
    )
  if (kind === 'paged')
    return (
      <EmptyState
        title={t('people.empty.paged.title')}
        text={t('people.empty.paged.text')}
        action={<ButtonLink href={href(routes.visitors, {})}>{t('people.empty.paged.action')}</ButtonLink>}
      />
    )
  return (
    <EmptyState
      title={t('visitors.empty.title')}
      text={t('visitors.empty.text')}
      action={<ButtonLink href={href(routes.profile, {})}>{t('visitors.empty.action')}</ButtonLink>}
    />
  )
}
