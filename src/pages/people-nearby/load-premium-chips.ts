import type { PeopleNearby, PremiumFilters } from '#features/nearby/contract.ts'
import { premiumOptions } from '#features/nearby/ui/filters/premium-options.ts'
import { describeHeight } from '#features/profile/ui/edit/describe-height.ts'
import type { Translator } from '#shared/i18n/translator.ts'

/** The active filters of premium in words, rendered by the server, because the page's script does not know them. */
export function premiumChips(translator: Translator, filters: PremiumFilters): PeopleNearby['premiumChips'] {
  const { t } = translator
  const { heightMin, heightMax, ...others } = filters
  const chips: PeopleNearby['premiumChips'] = []
  const text = describeHeights(translator, heightMin, heightMax)
  if (text) chips.push({ text, rest: others })
  for (const { name, options } of premiumOptions(translator)) {
    const values = filters[name]?.split(',') ?? []
    for (const { value, label } of options.filter((option) => values.includes(option.value))) {
      const rest = values.filter((other) => other !== value).join(',')
      const { [name]: _, ...without } = filters
      chips.push({
        text: name === 'interest' ? label : t('boosts.filters.chip', { field: t(`profile.field.${name}`), value: label }),
        rest: rest === '' ? without : { ...without, [name]: rest },
      })
    }
  }
  return chips
}

function describeHeights(translator: Translator, min: string | undefined, max: string | undefined): string | null {
  const { t } = translator
  const [from, upTo] = [min, max].map((cm) => (cm === undefined ? null : describeHeight(translator, Number(cm))))
  if (from && upTo) return t('boosts.filters.heightRange', { min: from, max: upTo })
  if (from) return t('boosts.filters.heightFrom', { height: from })
  return upTo ? t('boosts.filters.heightUpTo', { height: upTo }) : null
}
