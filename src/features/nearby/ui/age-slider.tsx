import { useState, type CSSProperties, useSyncExternalStore } from 'react'
import { profileLimits } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { RangeField } from '#ui/range-field.tsx'
import styles from './age-slider.module.css'

const { minAge, maxAge } = profileLimits

type AgeSliderProps = { ageMin: number | null; ageMax: number | null; hint: string }

/** From which age to which: one slider with two handles; without a script two numbers. An end at its bound filters nothing. */
export function AgeSlider({ ageMin, ageMax, hint }: AgeSliderProps) {
  const { t } = useI18n()
  const isLive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const [[from, to], setAges] = useState([ageMin ?? minAge, ageMax ?? maxAge] as const)
  if (!isLive) {
    return (
      <RangeField
        label={t('people.filters.age')}
        hint={hint}
        from={{ name: 'ageMin', label: t('people.filters.ageMin'), defaultValue: ageMin ?? '' }}
        to={{ name: 'ageMax', label: t('people.filters.ageMax'), defaultValue: ageMax ?? '' }}
        min={minAge}
        max={maxAge}
      />
    )
  }
  const share = (age: number) => `${((age - minAge) / (maxAge - minAge)) * 100}%`
  return (
    <fieldset className={styles.ages}>
      <legend className={styles.legend}>
        {t('people.filters.age')}
        <output className={styles.value}>{t('people.filters.ageChip', { min: from, max: to })}</output>
      </legend>
      <p className={styles.hint}>{hint}</p>
      <div className={styles.slider} style={{ '--from': share(from), '--to': share(to) } as CSSProperties}>
        <input
          type="range"
          name={from > minAge ? 'ageMin' : undefined}
          aria-label={t('people.filters.ageMin')}
          min={minAge}
          max={maxAge}
          value={from}
          onChange={({ target }) => setAges([Math.min(target.valueAsNumber, to), to])}
        />
        <input
          type="range"
          name={to < maxAge ? 'ageMax' : undefined}
          aria-label={t('people.filters.ageMax')}
          min={minAge}
          max={maxAge}
          value={to}
          onChange={({ target }) => setAges([from, Math.max(target.valueAsNumber, from)])}
        />
      </div>
    </fieldset>
  )
}
