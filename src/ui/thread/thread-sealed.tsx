import type { ReactNode } from 'react'
import styles from './thread-sealed.module.css'

type ThreadSealedProps = {
  left: ReactNode
  right: ReactNode
  /** The end of the left one's thread is in the seal. The right one's stays unknown. */
  isGiven: boolean
}

/** Two votes under one seal: the thread between two portraits, with its middle hidden. */
export function ThreadSealed({ left, right, isGiven }: ThreadSealedProps) {
  return (
    <div className={styles.sealed} data-given={isGiven || undefined}>
      <div>{left}</div>
      <svg viewBox="0 0 140 100" aria-hidden="true">
        <path className={styles.own} pathLength="1" d="M-8 64C8 84 14 30 32 38C40 42 42 50 46 50" />
        <path className={styles.other} d="M94 50C98 50 100 40 108 42C124 48 132 82 148 60" />
        <path
          className={styles.seal}
          d="M70 20C82 17 90 25 96 32C103 40 103 46 101 55C99 66 92 73 83 79C75 84 65 82 56 79C46 75 40 68 37 58C35 49 37 40 44 32C51 25 59 21 70 20Z"
        />
        <path className={styles.knot} d="M55 57C49 44 60 35 70 50C80 65 91 56 85 43M55 57C60 65 66 58 70 50C74 42 80 35 85 43" />
      </svg>
      <div>{right}</div>
    </div>
  )
}
