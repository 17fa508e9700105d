import type { CityGroup } from '#features/questionnaire/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Field } from '#ui/field.tsx'

/** A native list, by country: it works without a script and finds by typing. */
export function CityField({
  groups,
  defaultValue,
  error,
}: {
  groups: readonly CityGroup[]
  defaultValue: string
  error: string | undefined
}) {
  const { t } = useI18n()
  return (
    <Field label={t('questionnaire.place.city')} error={error}>
      {(control) => (
        <select {...control} name="city" defaultValue={defaultValue} autoComplete="address-level2">
          <option value="">{t('questionnaire.place.choose')}</option>
          {groups.map(({ country, cities }) => (
            <optgroup key={country} label={country}>
              {cities.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  )
}
