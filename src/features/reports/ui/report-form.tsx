import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Consequences } from '#ui/feedback/consequences.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { reportActions, type PageSource } from '../contract.ts'
import styles from './reports.module.css'
import { ReportFields } from './report-fields.tsx'

export type ReportFormProps = {
  person: { id: string; firstName: string }
  source: PageSource
  /** Leaves the page, which can no longer be shown. */
  onReported: () => void
}

const doneMs = 6000

/** Says what is sent, that it blocks, and where to find help in danger. */
export function ReportForm({ person: { id: personId, firstName: name }, source, onReported }: ReportFormProps) {
  const { t } = useI18n()

  function done() {
    showToast({ title: t('safety.report.doneTitle'), text: t('safety.report.done'), type: 'success', durationMs: doneMs })
    onReported()
  }
  return (
    <ActionForm action={reportActions.report} className={styles.form} onDone={done}>
      {({ error, fields, values, pending }) => (
        <>
          <Consequences
            lines={[t('safety.report.blocks', { name }), t('safety.report.silent', { name }), t('safety.report.text')]}
          />
          <ReportFields {...{ fields, values }} />
          {error ? <Notice kind="error">{error}</Notice> : null}
          <input type="hidden" name="id" value={personId} />
          <input type="hidden" name="source" value={source} />
          <Button kind="danger" icon="flag" pending={pending}>
            {t('safety.report.confirm')}
          </Button>
        </>
      )}
    </ActionForm>
  )
}
