import type { CityGroup } from '#features/location/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { LocateButton } from './locate-button.tsx'
import { textValue } from './step-form.tsx'

type Props = { groups: readonly CityGroup[]; cityId: string | null; hasCell: boolean; view: FormView }

/** Offers the device's area, or a city. */
export function PlaceChoice({ groups, cityId, hasCell, view }: Props) {
  const { t } = useI18n()
  return (
    <>
      {hasCell ? <Notice kind="success">{t('questionnaire.place.saved')}</Notice> : null}
      <LocateButton />
      <SelectField
        label={t('questionnaire.place.city')}
        name="city"
        options={groups}
        empty={t('questionnaire.place.choose')}
        defaultValue={textValue(view.values, 'city') ?? cityId ?? ''}
        error={view.fields['city']}
      />
    </>
  )
}
