import { useI18n } from '#shared/i18n/context.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

/** Where to find help in danger, and that this form cannot give it. */
export function UrgentHelp() {
  const { t } = useI18n()
  return (
    <Notice kind="warn" title={t('safety.report.urgentTitle')}>
      <p>{t('safety.report.urgent')}</p>
      <p>{t('safety.report.help')}</p>
    </Notice>
  )
}
