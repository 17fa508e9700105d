import { useI18n } from '#shared/i18n/context.tsx'
import { useFlash } from '#shared/react/page-context.tsx'
import type { Action } from '#shared/routing/action.ts'
import { Button } from '#ui/controls/button.tsx'
import { Consequences } from '#ui/feedback/consequences.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { ActionDialogProps } from '#ui/overlays/guarded-actions.tsx'
import { ReportFields } from './report-fields.tsx'
import styles from './reports.module.css'

type EncounterReportDialogProps = ActionDialogProps & {
  /** The encounter's own action: it knows who the partner is, and redirects to the page with the result. */
  action: Action<{ reported: true }>
  encounter: string
  title: string
  /** The consequences of a report. */
  lines: readonly string[]
}

/** Reports an encounter, in which neither knows the other. */
export function EncounterReportDialog({ id, open, onClose, action, encounter, title, lines }: EncounterReportDialogProps) {
  const { t } = useI18n()
  const isRefused = useFlash(action.form)?.error !== undefined
  return (
    <Dialog
      id={id}
      title={title}
      closeLabel={t('common.form.close')}
      open={open}
      onClose={onClose}
      sheet
      shown={isRefused && open === undefined}
    >
      <ActionForm action={action} className={styles.form}>
        {({ error, fields, values, pending }) => (
          <>
            <Consequences lines={lines} />
            <ReportFields {...{ fields, values }} />
            {error ? <Notice kind="error">{error}</Notice> : null}
            <input type="hidden" name="id" value={encounter} />
            <Button kind="danger" icon="flag" pending={pending}>
              {t('safety.open.report')}
            </Button>
          </>
        )}
      </ActionForm>
    </Dialog>
  )
}
