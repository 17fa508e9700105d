import { use, useState } from 'react'
import { languagesAtMost, talkLanguages } from '#features/encounters/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { languageName } from '#shared/i18n/language-name.ts'
import { FormNameContext } from '#ui/fields/field-id.ts'
import { SelectField } from '#ui/fields/select-field.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './language-fields.module.css'

type LanguageFieldsProps = {
  /** The best one first. */
  chosen: readonly string[]
  /** Of the form around the fields. */
  view: Pick<FormView, 'values' | 'fields'>
  /** For screen readers only, where a summary already says it. */
  legendHidden?: boolean
}

const options = talkLanguages.map((value) => ({ value, label: languageName(value) }))
const ranks = ['first', 'second', 'third'] as const

/** The fields of a form for the languages of a talk: one must be chosen, the others may stay open. They need no script. */
export function LanguageFields({ chosen, view: { values, fields }, legendHidden = false }: LanguageFieldsProps) {
  const { t } = useI18n()
  const form = use(FormNameContext)
  const typed = values['languages']
  const shown = typed === undefined ? chosen : [typed].flat()
  return (
    <fieldset className={styles.fields}>
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>{t('encounters.languages.title')}</legend>
      <p className={styles.hint}>{t('encounters.languages.hint')}</p>
      {ranks.slice(0, languagesAtMost).map((rank, index) => (
        <SelectField
          key={rank}
          id={`${form}-languages-${rank}`}
          name="languages[]"
          label={t(`encounters.languages.${rank}`)}
          options={options}
          {...(index === 0 ? {} : { empty: t('encounters.languages.none') })}
          defaultValue={shown[index] ?? ''}
          error={index === 0 ? fields['languages'] : undefined}
        />
      ))}
    </fieldset>
  )
}

/** The same, folded: its summary names the choice. */
export function FoldedLanguages(props: LanguageFieldsProps) {
  const { t } = useI18n()
  const [shown, setShown] = useState(props.chosen)
  return (
    <details
      className={styles.folded}
      open={props.view.fields['languages'] ? true : undefined}
      onChange={({ currentTarget }) => setShown([...currentTarget.querySelectorAll('select')].map(({ value }) => value))}
    >
      <summary>
        <span>{t('encounters.languages.title')}</span>{' '}
        <strong>{[...new Set(shown)].filter(Boolean).map(languageName).join(', ')}</strong>
        <Icon name="chevron-down" size="s" />
      </summary>
      <LanguageFields {...props} legendHidden />
    </details>
  )
}
