import { genders, profileLimits, type ProfileSettingsProps } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { RangeField } from '#ui/fields/range-field.tsx'

type Props = { seeks: ProfileSettingsProps['seeks']; view: FormView }

/** Genders and ages sought. */
export function SeekingFields({ seeks, view: { values, fields } }: Props) {
  const { t } = useI18n()
  const typed = (name: string, saved: number) => {
    const value = values[name]
    return typeof value === 'string' ? value : saved
  }
  const chosen = values['seeks']
  return (
    <>
      <ChoiceGroup
        legend={t('profile.settings.seeking.genders')}
        name="seeks[]"
        look="chips"
        multiple
        defaultValue={Array.isArray(chosen) ? chosen : seeks.genders}
        error={fields['seeks']}
        options={genders.map((value) => ({ value, label: t(`profile.seeks.${value}`) }))}
      />
      <RangeField
        label={t('profile.settings.seeking.age')}
        error={fields['seeksAgeMin'] ?? fields['seeksAgeMax']}
        min={profileLimits.minAge}
        max={profileLimits.maxAge}
        from={{
          name: 'seeksAgeMin',
          label: t('profile.settings.seeking.ageMin'),
          defaultValue: typed('seeksAgeMin', seeks.ageMin),
        }}
        to={{
          name: 'seeksAgeMax',
          label: t('profile.settings.seeking.ageMax'),
          defaultValue: typed('seeksAgeMax', seeks.ageMax),
        }}
      />
    </>
  )
}
