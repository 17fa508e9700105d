import { useI18n } from '#shared/i18n/context.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { ReportOutcome } from '../contract.ts'
import { UrgentHelp } from './urgent-help.tsx'

/** The notes on /main-settings for a member who has just made a report. */
export function ReportedNotes({ outcome }: { outcome: ReportOutcome }) {
  const { t } = useI18n()
  return (
    <>
      <Notice kind="success" title={t('safety.report.doneTitle')}>
        {t('safety.report.done')}
      </Notice>
      {outcome === 'urgent' ? <UrgentHelp /> : null}
    </>
  )
}
