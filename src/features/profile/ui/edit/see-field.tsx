import { visibilities, type ProfileField, type Visibility } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './answer-fields.module.css'

type Props = { field: ProfileField; view: FormView; saved: Visibility }

/** Control for the visibility of one answer. */
export function SeeField({ field, view, saved }: Props) {
  const { t, format } = useI18n()
  const name = `see-${field}`
  const typed = view.values[name]
  return (
    <SeeSelect
      label={t('profile.see.label', { field: format.inSentence(t(`profile.field.${field}`)) })}
      name={name}
      defaultValue={typeof typed === 'string' ? typed : saved}
      error={view.fields[name]}
    />
  )
}

type SelectProps = { label: string; name: string; defaultValue: string; error: string | undefined }

export function SeeSelect(select: SelectProps) {
  const { t } = useI18n()
  return (
    <div className={styles.see}>
      <Icon name="eye" size="s" />
      <SelectField {...select} labelHidden options={visibilities.map((value) => ({ value, label: t(`profile.see.${value}`) }))} />
    </div>
  )
}
