import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/page-context.tsx'
import type { ActDialogProps } from '#ui/acts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { reportForms } from '../contract.ts'
import { ReportForm, type ReportFormProps } from './report-form.tsx'

type ReportDialogProps = ActDialogProps & ReportFormProps

/** The form, asked for on a profile or in a conversation. */
export function ReportDialog({ id, open, onClose, person, place }: ReportDialogProps) {
  const { t } = useI18n()
  const isRefused = useFlash(reportForms.report)?.error !== undefined
  return (
    <Dialog
      id={id}
      title={t('safety.report.title', { name: person.firstName })}
      closeLabel={t('common.form.close')}
      open={open}
      onClose={onClose}
      shown={isRefused && open === undefined}
    >
      <ReportForm person={person} place={place} />
    </Dialog>
  )
}
