import { useI18n } from '#shared/i18n/context.tsx'
import type { Counts } from '../contract.ts'
import styles from './owned.module.css'

/** Extra views, likes and matches, each as a number with its word. */
export function GainList({ gain, label, hidesViews = false }: { gain: Counts; label: string; hidesViews?: boolean }) {
  const { tn, format } = useI18n()
  const names = ['views', 'likes', 'matches'] as const
  return (
    <ul className={styles.gain} aria-label={label}>
      {names
        .filter((name) => name !== 'views' || !hidesViews)
        .map((name) => (
          <li key={name}>
            <strong>{format.number(gain[name])}</strong> {tn(`boosts.gain.${name}`, gain[name])}
          </li>
        ))}
    </ul>
  )
}
