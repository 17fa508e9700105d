import type { PeopleNearby } from '#features/nearby/contract.ts'
import { fieldOfFilter, premiumOptions } from '#features/nearby/ui/filters/premium-options.ts'
import { profileLimits } from '#features/profile/contract.ts'
import { describeHeight } from '#features/profile/ui/edit/describe-height.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import styles from './filter-sheet.module.css'

const stepCm = 5
const heights = Array.from(
  { length: (profileLimits.maxHeightCm - profileLimits.minHeightCm) / stepCm + 1 },
  (_, index) => profileLimits.minHeightCm + index * stepCm,
)

type PremiumFiltersProps = { nearby: Pick<PeopleNearby, 'view' | 'hasPremium' | 'hasStore'> }

/** The filters of premium; without premium, one line that explains them. */
export function PremiumFilters({ nearby: { view, hasPremium, hasStore } }: PremiumFiltersProps) {
  const translator = useI18n()
  const { t } = translator
  const href = useHref()
  const { premium } = view
  if (!hasPremium) {
    return hasStore ? (
      <p className={styles.offer}>
        {t('boosts.filters.offer')} <a href={href(routes.store, {})}>{t('boosts.nearby.store')}</a>
      </p>
    ) : null
  }
  const options = heights.map((cm) => ({ value: String(cm), label: describeHeight(translator, cm) }))
  const height = (name: 'heightMin' | 'heightMax') => (
    <SelectField
      label={`${t('profile.field.heightCm')}: ${t(`boosts.filters.${name}`)}`}
      name={name}
      empty={t('boosts.filters.any')}
      options={options}
      defaultValue={premium[name] ?? ''}
    />
  )
  return (
    <section className={styles.premium} aria-labelledby="premium-filters">
      <h3 id="premium-filters">{t('boosts.filters.title')}</h3>
      <p className={styles.hint}>{t('boosts.filters.hint')}</p>
      <div className={styles.heights}>
        {height('heightMin')}
        {height('heightMax')}
      </div>
      {premiumOptions(translator).map(({ name, options: answers }) => (
        <ChoiceGroup
          key={name}
          look="chips"
          multiple
          legend={t(`profile.field.${fieldOfFilter(name)}`)}
          name={name}
          defaultValue={premium[name]?.split(',') ?? []}
          options={answers}
        />
      ))}
    </section>
  )
}
