import { useState, type ChangeEvent } from 'react'
import { profileLimits } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { useInBrowser } from '#ui/hooks/use-in-browser.ts'
import styles from './age-slider.module.css'

const { minAge, maxAge } = profileLimits

const bounds = [minAge, maxAge] as const
const names = ['ageMin', 'ageMax'] as const

type AgeSliderProps = { ageMin: number | null; ageMax: number | null; hint: string }

/** Minimum and maximum age: one slider with two handles; without a script, two numbers. A handle at its bound filters nothing. */
export function AgeSlider({ ageMin, ageMax, hint }: AgeSliderProps) {
  const { t, format } = useI18n()
  const isLive = useInBrowser()
  const [ages, setAges] = useState([ageMin ?? minAge, ageMax ?? maxAge] as const)
  const [from, to] = ages
  const share = (age: number) => `${((age - minAge) / (maxAge - minAge)) * 100}%`
  return (
    <fieldset className={styles.ages}>
      <legend className={styles.legend}>
        {t('people.filters.age')}
        {isLive ? <output className={styles.value}>{`${format.number(from)}–${format.number(to)}`}</output> : null}
      </legend>
      <p className={styles.hint}>{hint}</p>
      <div
        className={isLive ? styles.slider : styles.numbers}
        // Set by script only: the document's policy forbids inline styles.
        style={isLive ? { '--from': share(from), '--to': share(to) } : undefined}
      >
        {([0, 1] as const).map((end) => (
          <label key={end}>
            <span className={isLive ? 'visually-hidden' : undefined}>{t(`people.filters.${names[end]}`)}</span>
            <input
              {...(isLive
                ? {
                    type: 'range',
                    value: ages[end],
                    // Where the two handles meet, the one that can still move must be on top.
                    style: end === 0 && from > (minAge + maxAge) / 2 ? { zIndex: 1 } : undefined,
                    onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
                      setAges(end ? [from, Math.max(target.valueAsNumber, from)] : [Math.min(target.valueAsNumber, to), to]),
                  }
                : { type: 'number', inputMode: 'numeric', defaultValue: ages[end] })}
              name={isLive && ages[end] === bounds[end] ? undefined : names[end]}
              min={minAge}
              max={maxAge}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
