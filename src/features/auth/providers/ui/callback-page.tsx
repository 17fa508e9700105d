import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EntryPanel } from '#ui/layout/entry-panel.tsx'

/** Shown by a browser that prefetched a callback: one press requests it for real. */
export function CallbackPage() {
  const { t } = useI18n()
  const { url } = usePage()
  return (
    <EntryPanel title={t('auth.provider.callbackTitle')} text={t('auth.provider.callbackText')}>
      <ButtonLink href={url} size="l" wide>
        {t('auth.provider.callbackGo')}
      </ButtonLink>
    </EntryPanel>
  )
}
