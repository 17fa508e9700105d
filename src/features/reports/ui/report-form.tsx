import { useI18n } from '#shared/i18n/context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Consequences } from '#ui/feedback/consequences.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextAreaField } from '#ui/fields/text-area-field.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { reportActions, reportCategories, reportLimits, type PageSource } from '../contract.ts'
import styles from './reports.module.css'
import { UrgentHelp } from './urgent-help.tsx'

export type ReportFormProps = {
  person: { id: string; firstName: string }
  source: PageSource
  /** Leaves the page that can no longer be shown. */
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
          <ChoiceGroup
            legend={t('safety.report.category')}
            name="category"
            look="chips"
            options={reportCategories.map((value) => ({ value, label: t(`safety.report.categories.${value}`) }))}
            defaultValue={values['category']}
            required
            error={fields['category']}
          />
          <div className={styles.urgent}>
            <UrgentHelp />
          </div>
          <TextAreaField
            name="text"
            label={t('safety.report.words')}
            hint={t('safety.report.wordsHint')}
            rows={4}
            maxLength={reportLimits.text}
            defaultValue={String(values['text'] ?? '')}
            error={fields['text']}
          />
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
