import { useI18n } from '#shared/i18n/context.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { TextAreaField } from '#ui/fields/text-area-field.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { reportCategories, reportLimits } from '../contract.ts'
import styles from './reports.module.css'
import { UrgentHelp } from './urgent-help.tsx'

/** The fields of every report, and where to find help in danger. */
export function ReportFields({ fields, values }: Pick<FormView, 'fields' | 'values'>) {
  const { t } = useI18n()
  return (
    <>
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
    </>
  )
}
