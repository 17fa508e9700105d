import styles from './thread-timer.module.css'

const line = 'M16 20C56-6 104-2 148 20S240 46 284 20S376-6 420 20S512 46 556 20C566 14 576 14 584 20'

type ThreadTimerProps = {
  /** The share of the time that is left, 0 to 1. */
  share: number
  /** Almost no time is left. */
  isLast?: boolean
}

/** A thread that gets shorter as time passes. It is decorative: put the time into words beside it. */
export function ThreadTimer({ share, isLast = false }: ThreadTimerProps) {
  const left = Math.min(1, Math.max(0, share))
  return (
    <svg className={`${styles.timer} ${isLast ? styles.last : ''}`} viewBox="0 0 600 40" aria-hidden="true">
      <path className={styles.track} d={line} />
      <path className={styles.left} d={line} pathLength="1" strokeDasharray={`${left.toFixed(4)} 2`} />
      <circle className={styles.end} cx="584" cy="20" r="8" />
      <circle className={styles.dot} cx="16" cy="20" r="9" />
    </svg>
  )
}
