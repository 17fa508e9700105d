import { brand } from '#shared/brand.ts'
import { markDots, markPath } from './mark-path.ts'
import styles from './mark.module.css'

export function Mark({ size = 'm' }: { size?: 's' | 'm' | 'l' }) {
  return (
    <svg className={`${styles.mark} ${styles[size]}`} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path d={markPath} />
      {markDots.map((dot) => (
        <circle key={dot.cx} {...dot} />
      ))}
    </svg>
  )
}

type WordmarkProps = {
  href: string
  label: string
  current?: boolean
  /** Shows only the mark below 480 px. */
  compact?: boolean
}

/** Mark and name, as the link to the home page. */
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
