import { reportActions } from '#features/reports/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { ActionDialogProps } from '#ui/overlays/guarded-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { goBack, goTo } from '#ui/hooks/go-back.ts'
import { ReportForm, type ReportFormProps } from './report-form.tsx'

type ReportDialogProps = ActionDialogProps & Omit<ReportFormProps, 'onReported'> & { onReported?: () => void }

/** The report form, opened from a profile or a conversation, which it leaves; on another page, `onReported` says what follows. */
export function ReportDialog({ id, open, onClose, person, source, onReported }: ReportDialogProps) {
  const { t } = useI18n()
  const href = useHref()
  const leave = () => (source === 'conversation' ? void goTo(href(routes.messages, {})) : goBack(href(routes.peopleNearby, {})))
  const isRefused = useFlash(reportActions.report.form)?.error !== undefined
  return (
    <Dialog
      id={id}
      title={t('safety.report.title', { name: person.firstName })}
      closeLabel={t('common.form.close')}
      open={open}
      onClose={onClose}
      sheet
      shown={isRefused && open === undefined}
    >
      <ReportForm person={person} source={source} onReported={onReported ?? leave} />
    </Dialog>
  )
}
