import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { memberHome } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'

/** `/store` and `/cart` if no payment provider is configured. */
export function ClosedStore() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <EmptyState
      level={1}
      title={t('store.closed.title')}
      text={t('store.closed.text')}
      action={
        <ButtonLink href={href(memberHome, {})} kind="secondary">
          {t('store.closed.action')}
        </ButtonLink>
      }
    />
  )
}
