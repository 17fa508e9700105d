import { Field, type FieldTexts, type Native } from './field.tsx'
import styles from './field.module.css'
import { Icon } from '../icons/icon.tsx'

type SelectOption = { value: string; label: string }
type OptionGroup = { group: string; options: readonly SelectOption[] }
type SelectFieldProps = FieldTexts & Native<'select'> & { options: readonly (SelectOption | OptionGroup)[]; empty?: string }

/** `empty` is the text of a first option without a value; a group puts its options under a heading. */
export function SelectField({ id, label, hint, error, labelHidden, options, empty, ...select }: SelectFieldProps) {
  return (
    <Field {...{ id, label, hint, error, labelHidden }} name={select.name}>
      {(control) => (
        <span className={styles.select}>
          <select {...select} {...control}>
            {empty === undefined ? null : <option value="">{empty}</option>}
            {options.map((option) =>
              'group' in option ? (
                <optgroup key={option.group} label={option.group}>
                  {option.options.map(selectOption)}
                </optgroup>
              ) : (
                selectOption(option)
              ),
            )}
          </select>
          <Icon name="chevron-down" />
        </span>
      )}
    </Field>
  )
}

function selectOption({ value, label }: SelectOption) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  )
}
