import type { IconName } from '../icons/icon-names.ts'
import { Icon } from '../icons/icon.tsx'
import styles from './segmented.module.css'

type Segment = { value: string; label: string; icon?: IconName; current?: boolean }

type SegmentedProps = { label: string; name: string; segments: readonly Segment[] }

/** Two to four submit buttons of the surrounding form: pressing one applies it at once, with and without a script. */
export function SegmentedButtons({ label, name, segments }: SegmentedProps) {
  return (
    <fieldset className={styles.segmented}>
      <legend className="visually-hidden">{label}</legend>
      {segments.map(({ value, label: text, icon, current }) => (
        <button key={value} type="submit" name={name} value={value} aria-pressed={current ?? false}>
          {icon ? <Icon name={icon} /> : null}
          {text}
        </button>
      ))}
    </fieldset>
  )
}
