import { brand } from '#shared/brand.ts'
import styles from './mark.module.css'

/** Two dots and the one line between them, which also reads as a k. */
export const markPath =
  'M6 40C14 37 23 23 22.5 11C22 3.500 15 4 14.500 13C14 24 14.500 33 14.500 42C14.500 32 21 22 29 22.500C36 23.500 33 32 22 31.500C29 32 32 42 42 38'

export function Mark({ size = 'm' }: { size?: 's' | 'm' | 'l' }) {
  return (
    <svg className={`${styles.mark} ${styles[size]}`} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path d={markPath} />
      <circle cx="6" cy="40" r="4.2" />
      <circle cx="42" cy="38" r="4.2" />
    </svg>
  )
}

type WordmarkProps = {
  href: string
  label: string
  current?: boolean
  /** Leaves only the mark below 480 px. */
  compact?: boolean
}

/** Mark and name, as the way home. */
export function Wordmark({ href, label, current, compact }: WordmarkProps) {
  return (
    <a
      className={`${styles.wordmark} ${compact ? styles.compact : ''}`}
      href={href}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
    >
      <Mark />
      <span aria-hidden="true">{brand.name}</span>
    </a>
  )
}
