import { profileLimits } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { describeHeight, inchesOf } from './describe-height.ts'

const { minHeightCm, maxHeightCm } = profileLimits
const centimetres = Array.from({ length: maxHeightCm - minHeightCm + 1 }, (_, index) => minHeightCm + index)

type Props = { label: string; labelHidden: boolean; error: string | undefined; defaultValue: string }

/** Stored in centimetres; for locales that use feet, there is one choice per inch, and the saved height. */
export function HeightField({ defaultValue, ...texts }: Props) {
  const translator = useI18n()
  const saved = Number(defaultValue)
  const offered =
    translator.locale.units !== 'imperial'
      ? centimetres
      : centimetres.filter((cm) => (inchesOf(cm) === inchesOf(saved) ? cm === saved : inchesOf(cm) !== inchesOf(cm - 1)))
  return (
    <SelectField
      {...texts}
      name="heightCm"
      empty={translator.t('profile.untold')}
      options={offered.map((cm) => ({ value: String(cm), label: describeHeight(translator, cm) }))}
      defaultValue={defaultValue}
    />
  )
}
